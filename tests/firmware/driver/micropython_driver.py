# Runs on MicroPython: the drivers against a record of what they did, and what they were answered, in CPython.
# Arguments: the folder of the node's files, the record. Prints "ok" at the end; any difference is a traceback.
import asyncio
import gc
import json
import sys
from binascii import hexlify

sys.path.insert(0, sys.argv[1])
from drivers.mfrc522 import Reader, ReaderFault
from drivers.readers import Readers
from drivers.select import TAP, Select

with open(sys.argv[2]) as file:  # noqa: PTH123 - no pathlib there
    record = json.load(file)
steps = iter(record["steps"])


class Bus:
    def expect(self, step):
        wanted = next(steps)
        assert wanted[: len(step)] == step, (wanted, step)
        return wanted[-1]

    def write(self, data):
        self.expect(["write", hexlify(data).decode()])

    def write_readinto(self, data, into):
        answer = self.expect(["transfer", hexlify(data).decode()])
        for i in range(len(into)):
            into[i] = int(answer[2 * i : 2 * i + 2], 16)

    def pin(self, gpio):
        return lambda level: self.expect(["pin", gpio, level])


async def main():
    bus = Bus()
    address, enable, tap, cs = record["pins"]
    channels = [TAP if channel is None else channel for channel in record["channels"]]
    select = Select([bus.pin(gpio) for gpio in address], bus.pin(enable), bus.pin(tap), channels)
    readers = Readers(select, Reader(bus, bus.pin(cs)))
    for index, wanted in record["reads"]:
        gc.collect()
        try:
            found = list(await readers.read(index))
        except ReaderFault as fault:
            found = fault.what
        assert found == wanted, (index, found, wanted)


asyncio.run(main())
assert next(steps, None) is None
print("ok")
