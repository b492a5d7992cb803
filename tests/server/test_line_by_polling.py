"""What a line to a browser promises, it promises by polling, too: the same tests, over plain requests with TLS."""

import pytest
from server.browser import Browser
from server.poller import Poller
from server.test_access import test_a_phone_that_is_signed_out_has_no_key  # noqa: F401
from server.test_line import (  # noqa: F401
    TestImpatient,
    TestWithoutLimit,
    test_a_flood_is_cut_off,
    test_a_repeated_request_is_done_once,
    test_everybody_sees_a_change,
    test_speaking_after_the_goodbye,
    test_too_long_a_message,
    test_too_much_at_once,
    test_what_arrives_first,
    test_what_cannot_be_read_is_answered,
    test_who_is_online,
)
from server.test_way_in import test_no_banker_is_ever_locked_out  # noqa: F401

pytestmark = pytest.mark.gate


@pytest.fixture
def kind() -> type[Browser]:
    return Poller
