"""The pages of the glass. A new page is a file, and a line here; with a tile it is in the menu too.

Which page is open is a word in the station's state; nothing else knows its name but whoever
opens it.
"""

from stations.hand import keypad
from stations.page import Page
from stations.pages import (
    code,
    display,
    history,
    leave,
    limits,
    lobby,
    menu,
    motions,
    proof,
    rules,
    seats,
    sound,
)  # fmt: skip

BEHIND_THE_MENU = (
    seats.PAGE,
    history.PAGE,
    limits.PAGE,
    rules.PAGE,
    proof.PAGE,
    display.PAGE,
    motions.PAGE,
    sound.PAGE,
    leave.PAGE,
    code.PAGE,
    lobby.PAGE,
)

PAGES: dict[str, Page] = {
    page.name: page for page in (menu.page(BEHIND_THE_MENU), *BEHIND_THE_MENU, keypad.PAGE)
}
