"""The lists as forms: why a name leaves, and all who open a game called at once."""

import pytest

from tests.desks.paper_room import PaperRoom


@pytest.fixture
def room(tmp_path):
    made = PaperRoom(tmp_path)
    yield made
    made.close()


def test_a_name_leaves_with_a_reason_which_the_day_shows(room):
    token, form = room.token(), {"name": "name-1", "why": " "}
    refused = room.visit("/floor/lists/take-off", token, form)
    assert (refused.status, "Say why" in refused.body) == (409, True)
    assert "Taken off the lists" not in room.visit("/floor/day", token).body
    form["why"] = "went <b>home</b>"
    assert room.visit("/floor/lists/take-off", token, form).status == 200
    day = room.visit("/floor/day", token).body
    assert "Miguel R., NL $1/$3: went &lt;b&gt;home&lt;/b&gt;" in day
    assert "Miguel R." not in room.visit("/floor/lists", token).body
    room.visit("/floor/lists/take-back", token, {"name": "name-1"})
    assert "went" not in room.visit("/floor/day", token).body
