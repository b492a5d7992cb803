"""Requests about odds and advice, as they are asked again."""

from table.asked import LOBBY, PLAYING, Case

from hub.features.odds.requests import AskAdvice, SetAdvice, SetOutlook

ON, ASKED = SetOutlook(True), SetAdvice(0, True)
CASES = {
    SetOutlook: (Case(LOBBY, ON),),
    SetAdvice: (Case((*LOBBY, ON), ASKED),),
    AskAdvice: (Case((*PLAYING, ON, ASKED), AskAdvice(0, "3"), in_memory=True),),
}
