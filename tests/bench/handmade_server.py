"""A baseline for benchmarks: the least a server between board and browsers must do, with the same durability.

It reads lines from a pty, checks CRC and JSON, stores a row in SQLite (WAL, FULL), and sends everybody the same
WebSocket frame. No link layer, rules, views or permissions. Run as a program: `handmade_server.py PTY DATABASE PAYLOAD
DISK_S` prints its port; each transaction takes DISK_S seconds longer, to simulate a slow disk.
"""

import base64
import hashlib
import json
import os
import select
import socket
import sqlite3
import sys
import threading
import time
import zlib
from pathlib import Path

MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


def accept(listening: socket.socket, clients: list[socket.socket], first: bytes) -> None:
    """Accept a WebSocket and send the first view."""
    while True:
        client, _ = listening.accept()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        asked = client.recv(4096)
        key = next(
            line.split(b": ")[1] for line in asked.split(b"\r\n") if line.lower().startswith(b"sec-websocket-key")
        )
        answer = base64.b64encode(hashlib.sha1(key + MAGIC).digest())
        client.sendall(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + answer + b"\r\n\r\n" + first
        )
        clients.append(client)


def frame(text: bytes) -> bytes:
    """An unmasked WebSocket text frame."""
    if len(text) < 126:
        return bytes([0x81, len(text)]) + text
    return (
        b"\x81\x7e" + len(text).to_bytes(2, "big") + text
        if len(text) < 65536
        else b"\x81\x7f" + len(text).to_bytes(8, "big") + text
    )


def main(pty: str, database: str, payload: str, disk_s: str) -> None:
    """Serve until killed."""
    view = Path(payload).read_bytes()
    start = view.index(b'"version":') + len(b'"version":')
    end = view.index(b",", start)
    listening = socket.create_server(("127.0.0.1", 0), backlog=128)
    clients: list[socket.socket] = []
    threading.Thread(target=accept, args=(listening, clients, frame(view)), daemon=True).start()
    base = sqlite3.connect(database, isolation_level=None)
    base.executescript(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        "CREATE TABLE entries (seq INTEGER PRIMARY KEY, entry TEXT, at INTEGER);"
        "CREATE TABLE positions (node TEXT PRIMARY KEY, n INTEGER)"
    )
    line_in = os.open(pty, os.O_RDWR | os.O_NOCTTY)
    print(listening.getsockname()[1], flush=True)
    buffer = bytearray()
    count = 0
    while True:
        select.select([line_in], [], [])
        if not (data := os.read(line_in, 4096)):
            return  # the benchmark has ended
        buffer += data
        while (feed := buffer.find(b"\n")) >= 0:
            line = bytes(buffer[:feed])
            del buffer[: feed + 1]
            body, checksum = line.rsplit(b"\t", 1)
            if zlib.crc32(body) != int(checksum, 16):
                continue
            report = json.loads(body)
            count += 1
            base.execute("BEGIN")
            base.execute(
                "INSERT INTO entries VALUES (?, ?, ?)", (count, json.dumps({"report": report, "x": "x" * 600}), 0)
            )
            base.execute("INSERT OR REPLACE INTO positions VALUES ('node', ?)", (count,))
            base.execute("COMMIT")
            time.sleep(float(disk_s))
            message = frame(view[:start] + str(1_000_000 + count).encode() + view[end:])
            for client in clients:
                client.sendall(message)


if __name__ == "__main__":
    main(*sys.argv[1:])
