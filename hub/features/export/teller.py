"""Names and sentences for the sheets: accounts, spaces, buildings, and payments as sentences.

The pages word payments in `web/src/text/sentences.ts`; here is the part of it that a spreadsheet needs, with the same
texts.
"""

from collections.abc import Mapping
from typing import Any

from hub.domain.ids import BANK, NOBODY, Account, Holder, Space
from hub.domain.ledger import MoneyMoved
from hub.records.story import Story
from hub.words import Words

ACCOUNTS = ("payer", "payee", "seat", "owner", "issuer")
SPACES = ("space", "deed", "origin")


class Teller:
    """Names what a story only numbers."""

    def __init__(self, words: Words, story: Story) -> None:
        self.words = words.on(story.rules.track)
        self._names, self._rules = story.record.names, story.rules

    def account(self, account: Account) -> str:
        return self._names[account] if account >= 0 else _capital(self._till(account))

    def owner(self, owner: Holder) -> str:
        """A player; nobody means the bank."""
        return self.account(BANK if owner == NOBODY else owner)

    def space(self, space: Space) -> str:
        printed = self._rules.track.spaces[space]
        return (self.words.language == "en" and printed.english) or printed.name

    def group(self, group: str) -> str:
        """The name of a colour group; other groups are named by what they are."""
        names = (f"group.{group}", f"kind.{group}")
        return next((self.words.text(name) for name in names if name in self.words), group)

    def building(self, kind: str) -> str:
        return self.words.text(f"building.one.{kind}")

    def standing(self, deed: Space, stage: int) -> str:
        """What stands on a deed of a stage, empty if nothing does."""
        if stage == 0:
            return ""
        counts = self._rules.ladders[self._rules.track.deeds[deed].kind].stages[stage].items()
        return ", ".join(self.words.text(f"building.count.{kind}", count=count) for kind, count in counts)

    def payment(self, fact: MoneyMoved) -> str:
        arguments = {**fact.inputs, "payer": fact.payer, "payee": fact.payee, "amount": fact.amount}
        return self._sentence(f"purpose.{fact.purpose}", arguments)

    def formula(self, fact: MoneyMoved) -> str:
        """How the amount of a payment came about, in the edition's own words where it has some."""
        key = f"explanation.{fact.purpose}"
        built = f"{key}.built"
        usual = built if fact.inputs.get("stage") and built in self.words else key
        own = f"{self._rules.id}.{usual}"
        stands = {"standing": self.standing(fact.inputs["deed"], fact.inputs["stage"])} if usual == built else {}
        return self._sentence(own if own in self.words else usual, {**fact.inputs, **stands})

    def _sentence(self, key: str, arguments: Mapping[str, Account | str]) -> str:
        return _capital(self.words.text(key, **{name: self._word(name, value) for name, value in arguments.items()}))

    def _till(self, account: Account) -> str:
        return self.words.text("account.bank" if account == BANK else "account.pot")

    def _word(self, name: str, value: Any) -> int | str:
        if name in ACCOUNTS:
            return self.account(value) if value >= 0 else self._till(value)
        return self.space(value) if name in SPACES else value


def _capital(text: str) -> str:
    """Sentences and cells may begin with "die Bank"."""
    return text[:1].upper() + text[1:]
