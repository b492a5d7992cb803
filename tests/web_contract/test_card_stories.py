"""Each card of each edition has a story of its own, which a child reads aloud, and its effect is as clear as ever."""

import pytest

from hub.editions import EDITIONS
from hub.words import LANGUAGES, PLACEHOLDER, Language, texts_of

SAYS: dict[str, dict[Language, str]] = {
    "move_to": {"de": "Vor bis {space}", "en": "forward to {space}"},
    "move_back_to": {"de": "Zurück zu {space}", "en": "Back to {space}"},
    "go_to_jail": {"de": "ins Gefängnis, ohne Gehalt", "en": "to jail. You collect no salary"},
    "release_card": {"de": "Freikarte", "en": "release card"},
    "collect": {"de": "{amount} für dich", "en": "{amount} for you"},
    "pay": {"de": "kostet {amount}", "en": "costs you {amount}"},
    "collect_each": {"de": "Von allen bekommst du {amount}", "en": "{amount} from each player"},
    "pay_each": {"de": "Du zahlst allen {amount}", "en": "{amount} to each player"},
    "throw_once_more": {"de": "noch einmal", "en": "again"},
    "opposite_side": {"de": "andere Seite", "en": "other side"},
}
"""How a story says its effect; that of others stands in it with all its figures."""


def figures(text: str) -> set[str]:
    return {found[1] for found in PLACEHOLDER.finditer(text)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_two_cards_tell_the_same(edition: str, language: Language) -> None:
    """Each begins differently, and says its effect with all figures."""
    texts, begins = texts_of(language), {}
    stories = {key: text for key, text in texts.items() if key.startswith(f"{edition}.card.")}
    for key, story in stories.items():
        effect = key.rpartition(".")[2]
        assert figures(story) == figures(texts[f"card.{effect}"]), key
        assert SAYS.get(effect, {}).get(language, "") in story, key
        begins.setdefault(story[:20], []).append(key)
    assert stories.keys() == {key for keys in begins.values() for key in keys if len(keys) == 1}
    assert len(stories) == sum(len(cards) for cards in EDITIONS[edition].track.decks.values())
