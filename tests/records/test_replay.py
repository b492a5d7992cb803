"""`bankhalter replay`: where a record leads, and the one sentence for whatever is wrong with one."""

import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from hub.cli import main
from hub.editions import EDITIONS
from hub.records.lines import LINE_LENGTH_MAXIMUM, RecordFault
from hub.records.playing import replay
from hub.records.position import RecordPosition

HEAD = '{"record": 1, "edition": "classic", "seats": ["Anna", "Ben"]}'
SHARES = '{"record": 1, "edition": "haustein", "seats": ["Anna", "Ben"]}'
MOVED = '{"command": "throw", "seat": 0, "faces": [2, 3]}'
MINE = '{"setup": {"on_turn": 0}}'
THROW = '{"command": "throw", "seat": 0, "faces": [1, 2]}'
ADVANCE = '{"command": "advance", "seat": 0}'
BUY = '{"command": "buy", "seat": 0}'
Replayed = Callable[..., tuple[int, str, str]]


@pytest.fixture
def replayed(tmp_path, capsys) -> Replayed:
    """Replays lines as a file; returns exit code, output and error output."""

    def run(*lines: str, options: tuple[str, ...] = ()) -> tuple[int, str, str]:
        file = tmp_path / "game.jsonl"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        code = main(["replay", str(file), *options])
        out, error = capsys.readouterr()
        return code, out, error.replace(str(file), "FILE")

    return run


def end(replayed: Replayed, *lines: str) -> dict[str, Any]:
    """The object that is printed with `--json`."""
    code, out, error = replayed(*lines, options=("--json",))
    assert (code, error) == (0, "")
    return json.loads(out)


def test_it_prints_who_holds_shares(replayed):
    """In editions that have them: issuers in rows, holders in columns."""
    code, out, _ = replayed(SHARES, MINE, '{"command": "sell_shares", "seat": 0, "issuer": 0, "amount": 4}')
    assert code == 0
    assert "Shares of  Anna  Ben  the bank" in out
    assert "Anna       21    0    4" in out


def test_a_set_up_says_what_others_hold(replayed):
    """Whatever was held before, the issuer has the rest; setting the same up again changes nothing."""
    wanted = '{"setup": {"shares": {"0": {"1": 3, "-1": 20}}, "on_turn": 0}}'
    once = end(replayed, SHARES, wanted)
    assert once["shares"] == {"0": [2, 3, 20], "1": [0, 25, 0]}
    assert end(replayed, SHARES, '{"setup": {"shares": {"0": {"1": 22}}}}', wanted)["shares"] == once["shares"]
    assert end(replayed, SHARES, wanted, wanted)["facts"] == once["facts"]


def test_it_prints_where_the_record_leads(replayed):
    """Balances, places, deeds, debts, whose turn and what is asked, readable without knowing the format."""
    code, out, _ = replayed(
        HEAD,
        '{"setup": {"owners": {"39": 1, "37": 1}, "buildings": {"37": 1, "39": 2}, "balances": [100, 2000]}}',
        '{"setup": {"spaces": [36, 0], "jail": {"1": 1}, "release_cards": {"chance": [1]}, "on_turn": 0, "pot": 70}}',
        THROW,
        ADVANCE,
    )
    assert code == 0
    for words in (
        "Edition classic: 12 commands",
        "0     Anna    100      39 Schlossallee",
        "in jail, 1 missed, release card (chance)",
        "Pot: 70",
        "house 29, hotel 12",
        "Schlossallee  Ben    2 house",
        "Debt: Anna owes Ben 600 (rent_street).",
        "it is the turn of Anna",
        "Open prompt: debt_pending (seat 0).",
    ):
        assert words in out


def test_json_has_everything_a_program_needs(replayed):
    """One object; seats, deeds and money by number."""
    found = end(replayed, HEAD.replace("}", ', "house_rules": ["pot"]}'), MINE, THROW)
    assert (found["balances"], found["house_rules"]) == ([1500, 1500], ["pot"])
    assert (found["owners"], found["buildings"], found["jail"], found["pot"], found["debts"]) == ({}, {}, {}, 0, [])
    assert (found["on_turn"], found["turn"], found["faces"], found["winner"]) == (0, 1, [1, 2], -1)
    assert found["task"]["task"] == "advance_pending"


def test_a_seed_throws_and_shuffles_the_same_again(replayed):
    """Two replays of a seeded record are one game; another seed is another."""
    throws = ['{"command": "throw", "seat": 0}', '{"command": "throw", "seat": 1}']
    seeded = HEAD.replace("}", ', "seed": "%s"}')
    ends = [end(replayed, seeded % seed, *throws)["digest"] for seed in ("a", "a", "b")]
    assert ends[0] == ends[1] != ends[2]


def test_a_reason_of_an_older_record_is_understood(replayed):
    """What is only for one's own turn was once refused in two words."""
    early = '{"command": "sell_shares", "seat": 1, "issuer": 1, "amount": 1, "refused": "not_on_turn"}'
    assert end(replayed, SHARES, MINE, early) == end(replayed, SHARES, MINE)


def test_a_refused_command_takes_no_dice_from_the_seed(replayed):
    """What is refused did not happen."""
    seeded, throw = HEAD.replace("}", ', "seed": 3}'), '{"command": "throw", "seat": 0}'
    refused = '{"command": "throw", "seat": 1, "refused": "not_asked"}'
    assert end(replayed, seeded, throw) == end(replayed, seeded, refused, throw)


def test_a_set_up_may_be_changed_by_another(replayed):
    """Set-ups lead from wherever the game stands; what is as it should be is left alone."""
    lines = ('{"setup": {"balances": {"1": 900}, "spaces": [5, 6], "jail": {"0": 2}, "pot": 50, "on_turn": 1}}',)
    once = end(replayed, HEAD, *lines)
    assert end(replayed, HEAD, *lines, '{"setup": {"balances": {"1": 900}, "on_turn": 1}}') == once
    back = end(replayed, HEAD, *lines, '{"setup": {"balances": [1500, 1500], "pot": 0, "jail": {"0": -1}}}')
    assert (back["balances"], back["pot"], back["jail"], back["bank"]) == ([1500, 1500], 0, {}, -3000)
    doubles = ('{"setup": {"spaces": [8, 0], "on_turn": 0}}', MOVED.replace("2, 3", "1, 1"), ADVANCE)
    assert end(replayed, HEAD, *doubles, MINE)["faces"] == [], "whose turn it is has not thrown, not even doubles"


def test_standard_input_is_a_file_too(monkeypatch, capsys):
    """`-` reads what is piped in."""
    monkeypatch.setattr("sys.stdin", io.StringIO(HEAD + "\n"))
    assert main(["replay", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["commands"] == 0


def test_empty_lines_and_notes_are_nothing(replayed):
    """They may stand anywhere."""
    assert end(replayed, "", HEAD, "", '{"note": "now it begins"}', MINE) == end(replayed, HEAD, MINE)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([], "FILE: there is no line in this record"),
        ([BUY], "line 1: a record begins with its header"),
        ([HEAD.replace("1", "2", 1)], "line 1: this is version 2 of the format"),
        ([HEAD.replace("classic", "chess")], "line 1: there is no edition 'chess'; there are: classic"),
        ([HEAD.replace("}", ', "dice": 2}')], "line 1: Object contains unknown field `dice`"),
        ([HEAD.replace("}", ', "house_rules": ["x"]}')], "line 1: edition classic has no house rule 'x'"),
        ([HEAD.replace("}", ', "decks": {"chance": [77]}}')], "line 1: the cards of deck 'chance' are [1, 2, 3,"),
        ([HEAD.replace("}", ', "decks": {"chance": [7, 7]}}')], "line 1: the cards of deck 'chance' are [1,"),
        ([HEAD.replace("}", ', "decks": {"x": []}}')], "line 1: there is no deck 'x'"),
        ([HEAD.replace("Ben", "anna")], 'line 1: "Anna" and "anna" cannot be told apart'),
        ([HEAD.replace('"Anna", ', "")], "line 1: start_game is refused: seats_out_of_range (least 2, most 8)"),
        ([HEAD, "{"], "line 2: this is not JSON"),
        ([HEAD, "", "[]"], "line 3: a line is one JSON object in curly brackets"),
        ([HEAD, '{"thing": 1}'], "line 2: a line holds one of command, setup, expect, undo or a note"),
        ([HEAD, '{"setup": {}, "expect": {}}'], "line 2: a line holds one of command"),
        ([HEAD, '{"note": 5}'], "line 2: a note is a text"),
        ([HEAD, '{"undo": 1, "why": 2}'], "line 2: unknown field 'why' next to 'undo'"),
        ([HEAD, '{"undo": 1}'], "line 2: 1 moves cannot be taken back"),
        ([HEAD, MINE, '{"undo": "x"}'], "line 3: Expected `int`, got `str`"),
        ([HEAD, '{"command": "fly", "seat": 0}'], "line 2: there is no command 'fly'"),
        ([HEAD, '{"command": "start_game", "seats": 2}'], "line 2: there is no command 'start_game'"),
        ([HEAD, '{"command": "buy"}'], "line 2: Object missing required field `seat`"),
        ([HEAD, '{"command": "buy", "seat": "0"}'], "line 2: Expected `int`, got `str` - at `$.seat`"),
        ([HEAD, '{"command": "buy", "seat": 0, "deed": 3}'], "line 2: unknown field 'deed' in command 'buy'"),
        (
            [HEAD, '{"command": "offer_trade", "seat": 0, "to": 1, "give": {"gold": 1}, "take": {}}'],
            "line 2: unknown field 'gold' in command 'offer_trade'",
        ),
        ([HEAD, BUY], "line 2: buy of seat 0 is refused: not_now"),
        ([HEAD, MINE, '{"command": "throw", "seat": 1, "faces": [1, 2]}'], "is refused: not_asked (seat 0)"),
        ([HEAD, MINE, '{"command": "throw", "seat": 0}'], "line 3: a throw needs its faces, or the header a seed"),
        (
            [SHARES, MINE, MOVED, ADVANCE, '{"command": "seal_bid", "seat": 0, "amount": 1}'],
            "line 5: a sealed bid needs its nonce, or the header a seed",
        ),
        (
            [HEAD, '{"command": "buy", "seat": 0, "refused": "not_asked"}'],
            "line 2: buy of seat 0 is refused: not_now, expected not_asked",
        ),
        (
            [HEAD, MINE, '{"command": "throw", "seat": 0, "faces": [1, 2], "refused": "not_now"}'],
            "line 3: throw of seat 0 is possible, expected to be refused: not_now",
        ),
        ([HEAD, '{"command": "buy", "seat": 0, "refused": "bad"}'], "line 2: there is no reason 'bad'"),
        ([HEAD, '{"setup": {"cash": 5}}'], "line 2: Object contains unknown field `cash`"),
        ([HEAD, '{"setup": {"owners": {"2": 0}}}'], "line 2: correct_deed is refused: no_such_deed (deed 2)"),
        ([HEAD, '{"setup": {"balances": {"2": 3}}}'], "is refused: no_such_seat"),
        *(
            (
                [HEAD, f'{{"command": "buy", "seat": 0, "refused": {no}}}'],
                "line 2: the reason of a refusal is a text, or",
            )
            for no in ("false", "null")
        ),
        (
            [HEAD, MINE, '{"command": "throw", "seat": 0, "faces": [1, 2], "refused": true}'],
            "line 3: throw of seat 0 is possible, expected to be refused\n",
        ),
        ([HEAD, '{"setup": {"balances": {"0": -5}}}'], "is refused: not_enough_money (missing 5)"),
        ([SHARES, '{"setup": {"shares": {"0": {"1": 26}}}}'], "correct_shares is refused: no_shares_held (held 25)"),
        ([HEAD, '{"setup": {"shares": {"0": {"1": 1}}}}'], "correct_shares is refused: not_in_edition"),
        ([HEAD, '{"expect": {"money": 5}}'], "line 2: Object contains unknown field `money`"),
        ([HEAD, '{"expect": {"balances": [1500, 1]}}'], "line 2: balances is [1500,1500], expected [1500,1]"),
        ([HEAD, '{"expect": {"balances": {"1": 1}}}'], "line 2: balances of 1 is 1500, expected 1"),
        ([HEAD, '{"expect": {"owners": {"1": 0}}}'], "line 2: owners of 1 is -1, expected 0"),
        ([HEAD, '{"expect": {"task": null}}'], 'line 2: task is {"task":"opening_throw_pending"'),
        ([HEAD, '{"expect": {"task": "throw_pending"}}'], 'expected task "throw_pending"'),
        ([HEAD, MINE, '{"expect": {"task": {"seat": 1}}}'], 'line 3: task is {"task":"throw_pending","seat":0}'),
        ([HEAD, '{"expect": {"debts": [{"debtor": 0}]}}'], "line 2: debts are [], expected"),
        ([HEAD, '{"expect": {"digest": "0"}}'], "line 2: digest is "),
        ([HEAD, '{"note": "' + "x" * LINE_LENGTH_MAXIMUM + '"}'], "line 2: a line has at most 100000 characters"),
    ],
)
def test_one_sentence_names_the_line_and_what_is_wrong(replayed, lines, sentence):
    """Nothing is printed but that, and the exit code is 1."""
    code, out, error = replayed(*lines)
    assert (code, out) == (1, "")
    assert sentence in error
    assert len(error.strip().splitlines()) == 1
    assert error.startswith(("bankhalter: FILE, line ", "bankhalter: FILE: "))


def test_any_reason_will_do(replayed):
    """`true` asks for a refusal, whatever it is for."""
    assert end(replayed, HEAD, '{"command": "buy", "seat": 0, "refused": true}') == end(replayed, HEAD)


def test_a_missing_file_is_one_sentence(tmp_path, capsys):
    """As is a file that is no text."""
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    for name, words in (("none", "cannot be read"), ("picture", "is not text in UTF-8")):
        assert main(["replay", str(tmp_path / name)]) == 1
        assert words in capsys.readouterr().err


def test_a_broken_rule_names_the_line(monkeypatch):
    """An assertion of the rules that fails is reported with its line, not as a traceback alone."""
    rules = EDITIONS["classic"]
    monkeypatch.setattr(type(rules.opening), "thrown", lambda *_: (_ for _ in ()).throw(AssertionError("odd")))
    with pytest.raises(RecordFault, match="line 2: throw of seat 0 broke the rules' own assumptions"):
        replay([HEAD, THROW], EDITIONS)


def set_up(edition: str, *setups: dict[str, Any]) -> RecordPosition:
    """Where these set-ups lead, one after another, with two seats."""
    header = {"record": 1, "edition": edition, "seats": 2}
    return replay(map(json.dumps, [header, *({"setup": setup} for setup in setups)]), EDITIONS).position()


@pytest.mark.parametrize(
    ("edition", "field", "listed", "named"),
    [
        ("classic", "balances", [40, 1500], {"0": 40}),
        ("classic", "spaces", [0, 5], {"1": 5}),
        ("classic", "jail", [-1, 2], {"1": 2}),
        ("mega", "tickets", [2, 0], {"0": 2}),
        ("haustein", "shares", [[20, 3, 2], [0, 25, 0]], {"0": {"1": 3, "-1": 2}}),
        ("haustein", "shares", {"0": [20, 3, 2]}, {"0": {"1": 3, "-1": 2}}),
    ],
)
def test_a_list_of_all_seats_is_as_good_as_a_map(edition, field, listed, named):
    """It leads to the same position, by the same corrections."""
    wanted = set_up(edition, {field: named, "on_turn": 0})
    assert set_up(edition, {field: listed, "on_turn": 0}) == wanted
    assert wanted != set_up(edition, {"on_turn": 0})


def test_a_list_takes_back_what_it_does_not_give():
    """Out of jail, no ticket, no share elsewhere."""
    assert set_up("classic", {"jail": {"0": 1}}, {"jail": [-1, -1]}).jail == {}
    assert set_up("mega", {"tickets": {"0": 2}}, {"tickets": [0, 1]}).tickets == {1: 1}
    back = set_up("haustein", {"shares": {"0": {"1": 3}}}, {"shares": [[25, 0, 0], [0, 25, 0]]})
    assert back.shares == {0: (25, 0, 0), 1: (0, 25, 0)}


@pytest.mark.parametrize(
    ("edition", "setup", "words"),
    [
        ("classic", {"balances": [1, 2, 3]}, "the list of balances is too long: it has 3 of 2 seats"),
        ("classic", {"spaces": [1]}, "the list of spaces is too short: it has 1 of 2 seats"),
        ("classic", {"jail": [-1]}, "the list of jail is too short"),
        ("classic", {"jail": []}, "jail is empty and says nothing"),
        ("mega", {"tickets": [1, 1, 1]}, "the list of tickets is too long"),
        ("haustein", {"shares": [[25, 0, 0]]}, "the list of shares is too short: it has 1 of 2 issuers"),
        ("haustein", {"shares": {"0": [25, 0]}}, "the list of shares of 0 is too short: it has 2 of 2 seats and the"),
        ("haustein", {"shares": {"0": [24, 0, 0]}}, "shares of 0 are 25 in all, not 24"),
        ("haustein", {"shares": {"2": [0, 0, 0]}}, "there are no shares of 2"),
        ("classic", {"release_cards": {"wishes": []}}, "there is no deck 'wishes'"),
    ],
)
def test_a_list_that_does_not_fit_is_a_fault(edition, setup, words):
    """It is said what is wrong with it, and nothing is set up."""
    with pytest.raises(RecordFault) as fault:
        set_up(edition, setup)
    assert words in fault.value.text


OWNED = {"owners": {"1": 0, "5": 0, "15": 1}, "mortgaged": [1, 15]}


def test_mortgaged_is_the_whole_list():
    """What it does not name is redeemed; without it everything stays."""
    assert set_up("classic", OWNED, {"mortgaged": [5, 15]}).mortgaged == (5, 15)
    assert set_up("classic", OWNED, {"mortgaged": []}).mortgaged == ()
    assert set_up("classic", OWNED, {"on_turn": 0}).mortgaged == (1, 15)
    assert set_up("classic", OWNED, {"owners": {"1": -1}, "mortgaged": [15]}).mortgaged == (15,)


def test_release_cards_are_all_of_their_deck():
    """Who is not named has none of it; other decks stay."""
    held = {"release_cards": {"chance": [0], "community": [1]}}
    assert set_up("classic", held, {"release_cards": {"chance": [1]}}).release_cards == {
        "chance": (1,),
        "community": (1,),
    }
    assert set_up("classic", held, {"release_cards": {"chance": []}}).release_cards == {"community": (1,)}
