"""Two sheets on deeds: the state of each at the end, and everything that happened to them before."""

from collections.abc import Iterator

from hub.domain.deeds import DeedMortgaged, DeedMoved, MortgageLifted, StageSet
from hub.domain.facts import Fact
from hub.domain.ids import NOBODY, Holder, Space, snake
from hub.features.export.sheets import MOVE, TIME, TURN, Sheet, figure, fixed, money
from hub.features.export.teller import Teller
from hub.records.story import Story
from hub.spreadsheet import Cell, local_time

STANDING = fixed(figure("space"), "deed", "group", money("price"), "owner", "standing", "mortgaged")
CHANGES = fixed(MOVE, TURN, TIME, "deed", "change", "before", "after")


def standing(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """Every deed of the track, also those that nobody bought."""
    owners: dict[Space, Holder] = {}
    stages: dict[Space, int] = {}
    mortgaged: dict[Space, bool] = {}
    for shown in story.facts:
        match shown.fact:
            case DeedMoved(deed=deed, target=target):
                owners[deed] = target
            case StageSet(deed=deed, stage=stage):
                stages[deed] = stage
            case DeedMortgaged(deed=deed):
                mortgaged[deed] = True
            case MortgageLifted(deed=deed):
                mortgaged[deed] = False
    for space, card in story.rules.track.deeds.items():
        owner, stands = tell.owner(owners.get(space, NOBODY)), tell.standing(space, stages.get(space, 0))
        mark = tell.words.text("export.yes") if mortgaged.get(space) else ""
        yield space, tell.space(space), tell.group(card.group), card.price, owner, stands, mark


def changes(story: Story, tell: Teller) -> Iterator[tuple[Cell, ...]]:
    """One row whenever a deed changes hands, is mortgaged or redeemed, or is built on."""
    for shown in story.facts:
        found = _change(shown.fact, tell)
        if found is not None:
            deed, before, after = found
            change = tell.words.text(f"export.change.{snake(type(shown.fact).__name__)}")
            yield shown.move, shown.turn, local_time(shown.at_ms), tell.space(deed), change, before, after


def _change(fact: Fact, tell: Teller) -> tuple[Space, str, str] | None:
    match fact:
        case DeedMoved(deed=deed, source=source, target=target):
            return deed, tell.owner(source), tell.owner(target)
        case StageSet(deed=deed, before=before, stage=stage):
            return deed, tell.standing(deed, before), tell.standing(deed, stage)
        case DeedMortgaged(deed=deed) | MortgageLifted(deed=deed):
            return deed, "", ""
    return None


DEEDS, DEED_CHANGES = Sheet("deeds", STANDING, standing), Sheet("deed_changes", CHANGES, changes)
