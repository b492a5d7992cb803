"""Requests about the hall of fame, as they are asked again."""

from table.asked import LOBBY, Case

from hub.features.evening.at_table import ForgetName, MergeNames, PartNames, RecallNames
from hub.table.requests import Begin, ChangeSeat, NewGame

ANOTHER_EVENING = (*LOBBY, Begin(), NewGame(), ChangeSeat(0, "Annika", "red", "triangle"), Begin())
MERGE, FORGET = MergeNames("Anna", "Annika"), ForgetName("Anna")
CASES = {
    MergeNames: (Case(ANOTHER_EVENING, MERGE),),
    PartNames: (Case((*ANOTHER_EVENING, MERGE), PartNames("Annika")),),
    ForgetName: (Case(ANOTHER_EVENING, FORGET),),
    RecallNames: (Case((*ANOTHER_EVENING, FORGET), RecallNames()),),
}
