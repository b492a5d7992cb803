"""The request for an end, as it is asked again."""

from table.asked import PLAYING, Case

from hub.features.bedtime.bedtime import SetBedtime

CASES = {SetBedtime: (Case(PLAYING, SetBedtime(rounds=2)),)}
