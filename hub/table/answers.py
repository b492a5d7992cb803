"""Makes requests idempotent: a repeated request gets the same answer and has no further effect, even after a kill.

The effect of a request becomes durable together with its id (`Asked` in a batch). The newest requests of each client
are kept, so that no client can push out those of another. Repetitions come within seconds; a page that was asleep
for longer, while its own client sent that many others, finds that its prompt is stale.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Iterable

from hub.table.interfaces.storage import ASKED_KEPT, Asked
from hub.table.requests.base import Request
from hub.table.wire.audience import Audience
from hub.table.wire.refusals import Ack, Refusal, TableReason

REFUSED_KEPT = 64
"""Of each client: refusals are kept in memory only, and apart, so that they push out nothing that was done."""

DIGEST_BYTES = 8
ANYTHING = ""
"""The digest of what an older version stored, which noted ids alone."""


class Answers:
    """Used under the table's lock; `stored` are the requests answered before a restart, oldest first per client."""

    def __init__(self, stored: Iterable[Asked]) -> None:
        self._numbers: dict[str, int] = {}
        self._answers: dict[tuple[str, bool], OrderedDict[str, tuple[str, Ack]]] = {}
        for asked in stored:
            self.note(asked, Ack(asked.id, True, 0))

    def asked(self, audience: Audience, request: Request) -> Asked:
        """What is stored of a request once it is answered."""
        client = audience.actor
        digest = hashlib.blake2b(repr(request.action).encode(), digest_size=DIGEST_BYTES).hexdigest()
        return Asked(client, self._numbers.get(client, -1) + 1, request.id, digest)

    def known(self, asked: Asked) -> Ack | Refusal | None:
        """The answer this request got before, None if it is new.

        A refusal if its id was used by another client or for other content.
        """
        for (client, _), answers in self._answers.items():
            if asked.id in answers:
                digest, ack = answers[asked.id]
                same = client == asked.client and digest in {asked.digest, ANYTHING}
                return ack if same else Refusal(TableReason.ID_USED)
        return None

    def note(self, asked: Asked, ack: Ack) -> None:
        answers = self._answers.setdefault((asked.client, ack.ok), OrderedDict())
        answers[asked.id] = asked.digest, ack
        if ack.ok:
            self._numbers[asked.client] = asked.number
        if len(answers) > (ASKED_KEPT if ack.ok else REFUSED_KEPT):
            answers.popitem(last=False)
