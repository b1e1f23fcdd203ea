"""Pages behind the menu. They replace the table and close by themselves when it is your turn."""

from msgspec.structs import replace
from pygame import Rect

from firmware.money import show as dollars
from firmware.screens.protocol import Prefs
from stations import words
from stations.state import State
from ui import cards
from ui.amounts import show
from ui.canvas import Canvas
from ui.controls import (
    CARD,
    FOLD,
    GREENISH,
    PANEL,
    QUIET,
    TICKED,
    fill,
    labelled,
    seat_ring,
    toggle,
)
from ui.icons import icon
from ui.shapes import Look, box
from ui.theme import GOLD, LINE, LINE_STRONG, MINT_LABEL, ROSE, ROSE_EDGE, TEXT, TEXT2, TEXT3, rgb

VOLUMES = ("Off", "Low", "Medium", "Loud")


def signed(net: int) -> str:
    return ("+ " if net > 0 else "− " if net < 0 else "") + show(abs(net))


def header(c: Canvas, s: State, title: str, note: str = "", right: int = 1264) -> None:
    back = Rect(16, 88, 120, 72)
    fill(c, back, CARD._replace(radius=14, shadow=0), s.down("page back"))
    c.middle(icon("back", 25, TEXT), back.x + 28, back.centery)
    c.text("Back", back.x + 50, back.centery, 24, "bold", TEXT, room=64)
    c.target("page back", back)
    c.text(title, 160, 113, 34, "bold", TEXT, room=right - 176)
    c.text(note, 160, 146, 20, "medium", TEXT2, room=right - 176)


# ---- menu


def menu(c: Canvas, s: State, now: float) -> None:
    _own(c, s, now)
    _session(c, s)
    _hand(c, s)
    session = s.view.session
    seats = session.open_seats
    room = f"Up to {show(session.room)}, from next hand" if session.room else "You have the most"
    game = (s.public.facts.game or "Game").split()[-1]
    lobby = (
        words.minutes(session.lobby_ms) + ", once an hour"
        if session.lobby_ms
        else "Not before next hour"
    )
    rows = (
        ("plus", "Add chips", room, "add chips"),
        ("pause", "Sit out", "From next hand", "sit out"),
        ("cup", "Lobby", lobby, "lobby"),
        ("swap", "Change seat", _seats(seats), "seats"),
        ("history", "Last hand", "Review 10 hands", "history"),
        ("clock", "My limits", "Time and loss", "limits"),
        ("info", "Rules and fees", f"{game}, fee, jackpot", "rules"),
        ("shield", "Fair deal", "Check the shuffle", "proof"),
        ("sliders", "Display", "Cards, type, left hand", "display"),
        _motions(s) if s.view.motions
        else ("bell", "Call floor", "A person comes to you", "floor"),
        ("sound", "Sound", VOLUMES[s.view.prefs.volume], "sound"),
        ("exit", "Leave table", f"Cash out {show(s.me.stack)} to card", "leave"),
    )  # fmt: skip
    for n, (sign, title, note, name) in enumerate(rows):
        rect = Rect(344 + 312 * (n % 3), 88 + 178 * (n // 3), 296, 162)
        rose = name == "leave"
        fill(
            c,
            rect,
            FOLD._replace(radius=16) if rose else CARD._replace(radius=16),
            s.down(f"tile {name}"),
        )
        ground = rgb("3A2328") if rose else rgb("0D151B")
        c.box(Rect(rect.x + 20, rect.y + 22, 60, 60), Look(ground, None, None, radius=12))
        c.middle(icon(sign, 33, ROSE if rose else MINT_LABEL), rect.x + 50, rect.y + 52)
        c.middle(icon("next", 24, TEXT3, 2.4), rect.right - 28, rect.y + 52)
        c.text(title, rect.x + 20, rect.y + 108, 26, "bold", ROSE if rose else TEXT, room=260)
        c.text(note, rect.x + 20, rect.y + 139, 19, "medium", TEXT2, room=262)
        c.target(f"tile {name}", rect)


def _seats(seats: tuple[int, ...]) -> str:
    if not seats:
        return "No seat is open"
    if len(seats) == 1:
        return f"Seat {seats[0]} is open"
    return f"Seats {', '.join(map(str, seats[:-1]))} and {seats[-1]} are open"


def _motions(s: State) -> tuple[str, str, str, str]:
    """Calling the floor is in the top bar too: the place is free for what the house allows."""
    titles = ", ".join(motion.title.lower() for motion in s.view.motions)
    return "check", "Ask the table", titles[:1].upper() + titles[1:], "motions"


def _own(c: Canvas, s: State, now: float) -> None:
    rect = Rect(16, 88, 312, 84)
    c.box(rect, Look(rgb("1F2A33"), rgb("161F27"), LINE, 1.5, 16))
    seat_ring(c, 60, 130, 50, s.view.seat, TEXT2, LINE_STRONG, rgb("090F14"), None, 24)
    c.text(f"{s.me.name} · you", 106, 114, 20, "semibold", TEXT2, room=210, name=True)
    c.text(show(s.me.stack), 106, 148, 32, "bold", TEXT, room=210, tab=True)


def _session(c: Canvas, s: State) -> None:
    panel = Rect(16, 188, 312, 330)
    c.box(panel, PANEL)
    session = s.view.session
    c.text("This session", 40, 218, 22, "bold", TEXT, room=260)
    hours, minutes = divmod(session.minutes, 60)
    net = s.me.stack - session.bought_in
    rows = (
        ("Time at table", f"{hours} h {minutes} min" if hours else f"{minutes} min"),
        ("Hands played", str(session.hands)),
        ("Bought in", show(session.bought_in)),
        ("On the table", show(s.me.stack)),
        ("Result", signed(net)),
    )
    if s.public.facts.chips:  # no money: what they are worth is decided at the end
        rows = (*rows[:2], ("Entry", dollars(session.bought_in)), rows[3])  # type: ignore[assignment]
    for n, (label, value) in enumerate(rows):
        y = 262 + 42 * n
        c.text(label, 40, y, 20, "medium", TEXT2, room=140)
        c.text(value, 304, y, 22, "bold", TEXT, "r", room=130, tab=True)
        if n < 4:
            _line(c, y + 21)
    _line(c, 468)
    c.text("Card balance", 40, 492, 20, "medium", TEXT2, room=130)
    if s.down("balance") and session.balance is not None:
        c.text(show(session.balance), 304, 492, 22, "bold", TEXT, "r", room=130, tab=True)
    else:
        wide = c.measure("Hold", 22, "bold")
        c.text("Hold", 304, 492, 22, "bold", TEXT, "r")
        c.middle(icon("eye off", 24, TEXT2), 304 - wide - 22, 492)
    c.target("balance", Rect(16, 446, 312, 72))


def _line(c: Canvas, y: int) -> None:
    c.blit(box(264, 1, Look(LINE, None, None, radius=0)).surface, 40, y)


def _hand(c: Canvas, s: State) -> None:
    panel = Rect(16, 534, 312, 250)
    c.box(panel, GREENISH)
    public = s.public
    live = public.phase == "in hand"
    c.text(
        "Hand goes on" if live else "Between hands", 40, 564, 20, "semibold", MINT_LABEL, room=140
    )
    total = sum(pot.chips for pot in public.pots)
    if total:
        c.text(f"Pot {show(total)}", 304, 564, 22, "bold", TEXT, "r", room=120)
    for n in range(public.facts.board):
        rect = Rect(40 + 54 * n, 590, 48, 67)
        if n < len(public.board):
            c.blit(cards.face(public.board[n], 48, 67, s.view.prefs.deck), *rect.topleft)
            c.face(public.board[n], rect)
        else:
            c.blit(cards.place(48, 67), *rect.topleft)
    if live and public.actor:
        c.text(_turn_words(s), 40, 691, 20, "bold", TEXT, room=264)
    c.paragraph("On your turn this menu closes by itself.", 40, 722, 19, 264, "medium", TEXT2)


def _turn_words(s: State) -> str:
    then = ", then you" if words.you_are_next(s) else ""
    return f"{s.name(s.public.actor)} to act{then}."


# ---- the last hands


def history(c: Canvas, s: State, now: float) -> None:
    past = s.view.past
    header(c, s, "The last hands", "What you saw, nothing more")
    if not past:
        c.text("No hand has been played here yet.", 640, 420, 28, "semibold", TEXT2, "c")
        return
    for n, hand in enumerate(past[:10]):
        rect = Rect(16 + 228 * (n // 5), 184 + 120 * (n % 5), 216, 108)
        chosen = n == s.past_at
        fill(c, rect, (TICKED if chosen else QUIET)._replace(radius=14), s.down(f"past {n}"))
        c.text(
            words.number(hand.hand),
            rect.x + 18,
            rect.y + 34,
            22,
            "bold",
            GOLD if chosen else TEXT,
            room=184,
        )
        net = signed(hand.net)
        c.text(
            net,
            rect.x + 18,
            rect.y + 74,
            22,
            "semibold",
            TEXT if hand.net >= 0 else TEXT2,
            room=184,
            tab=True,
        )
        c.target(f"past {n}", rect)
    _one_hand(c, s, min(s.past_at, len(past) - 1))


def _one_hand(c: Canvas, s: State, at: int) -> None:
    hand = s.view.past[at]
    panel = Rect(484, 184, 780, 600)
    c.box(panel, PANEL)
    c.text(
        f"Hand {words.number(hand.hand)}", panel.x + 28, panel.y + 36, 28, "bold", TEXT, room=400
    )
    c.text(hand.words, panel.x + 28, panel.y + 74, 22, "semibold", GOLD, room=724)
    rect = Rect(1092, 88, 172, 72)
    fill(c, rect, CARD._replace(radius=14, shadow=0), s.down("proof"))
    labelled(c, rect, "qr", "Proof", 24, TEXT)
    c.target("proof", rect)
    for n, card in enumerate(hand.board):
        rect = Rect(panel.x + 28 + 84 * n, panel.y + 104, 76, 106)
        c.blit(cards.face(card, 76, 106, s.view.prefs.deck), *rect.topleft)
        c.face(card, rect)
    x = panel.right - 28 - 84 * len(hand.mine) + 8
    held = s.down("past mine") and not s.silent_now
    for n, card in enumerate(hand.mine):
        rect = Rect(x + 84 * n, panel.y + 104, 76, 106)
        if held:
            c.blit(cards.face(card, 76, 106, s.view.prefs.deck), *rect.topleft)
            c.face(card, rect, private=True)
        else:
            c.blit(cards.back(76, 106), *rect.topleft)
            c.report.backs.append(rect)
    if hand.mine:
        zone = Rect(x - 8, panel.y + 96, 84 * len(hand.mine) + 8, 160)
        c.text(
            "Hold to see yours",
            zone.centerx,
            panel.y + 234,
            19,
            "medium",
            TEXT2,
            "c",
            room=zone.w + 40,
        )
        c.target("past mine", zone)
    y = panel.y + 250
    room = 330 if not hand.mine else 300
    for n, line in enumerate(hand.lines[:20]):
        column, row = divmod(n, 10)
        c.text(
            line,
            panel.x + 28 + column * 372,
            y + 30 + row * 32,
            19,
            "medium",
            TEXT2,
            room=356 if row > 0 or not column else room,
        )


# ---- rules, display, sound, leave, seats, limits


def rules(c: Canvas, s: State, now: float) -> None:
    facts = s.public.facts
    header(c, s, "Rules and fees", f"{facts.game}  {facts.stakes}")
    panel = Rect(16, 184, 1248, 600)
    c.box(panel, PANEL)
    rows = [f"House fee: {facts.fee}." if facts.fee else "", *facts.rules]
    contest = s.public.contest
    if contest and contest.prizes:
        paid = ", ".join(f"{n}. {dollars(cents)}" for n, cents in enumerate(contest.prizes, 1))
        rows.append(f"Places paid: {paid}. {contest.players} of {contest.entered} still play.")
    y: float = panel.y + 40
    for row in filter(None, rows):
        y = c.paragraph(row, panel.x + 32, y, 22, 1180, "medium", TEXT) + 12
        if y > panel.bottom - 30:
            break


DECKS = (("four", "Four colours"), ("classic", "Classic"), ("redgreen", "Red-green"))
SWITCHES = (
    ("left", "Left hand", "Cards right, buttons left"),
    ("large", "Large type", "Bigger words and cards"),
    ("calm", "Less motion", "Things appear, nothing flies"),
    ("contrast", "High contrast", "Flat felt, bright borders"),
    ("hints", "Name my hand", "Only while you peek"),
    ("slide", "Slide to go all-in", "Instead of one touch"),
)


def display(c: Canvas, s: State, now: float) -> None:
    prefs = s.view.prefs
    header(c, s, "Display", "Kept on your card, at every table")
    for n, (deck, title) in enumerate(DECKS):
        rect = Rect(16 + 421 * n, 184, 405, 204)
        chosen = prefs.deck == deck
        fill(c, rect, (TICKED if chosen else QUIET)._replace(radius=16), s.down(f"deck {deck}"))
        for m, card in enumerate((51, 46, 37, 28)):
            c.blit(cards.face(card, 76, 106, deck), rect.x + 26 + 92 * m, rect.y + 22)
        c.text(
            title, rect.centerx, rect.y + 164, 24, "bold", GOLD if chosen else TEXT, "c", room=380
        )
        if chosen:
            c.middle(icon("check", 22, GOLD, 3.4), rect.right - 30, rect.y + 164)
        c.target(f"deck {deck}", rect)
    for n, (name, title, note) in enumerate(SWITCHES):
        rect = Rect(16 + 632 * (n % 2), 404 + 128 * (n // 2), 616, 112)
        on = bool(getattr(prefs, name))
        fill(c, rect, QUIET._replace(radius=16), s.down(f"switch {name}"))
        c.text(title, rect.x + 28, rect.y + 40, 26, "bold", TEXT, room=450)
        c.text(note, rect.x + 28, rect.y + 77, 20, "medium", TEXT2, room=450)
        toggle(c, Rect(rect.right - 104, rect.centery - 20, 76, 40), on)
        c.target(f"switch {name}", rect)


def with_switch(prefs: Prefs, name: str) -> Prefs:
    return replace(prefs, **{name: not getattr(prefs, name)})


def sound(c: Canvas, s: State, now: float) -> None:
    header(c, s, "Sound", "Your turn, the last seconds, chips and cards")
    for n, title in enumerate(VOLUMES):
        rect = Rect(16 + 316 * n, 184, 300, 200)
        chosen = s.view.prefs.volume == n
        fill(c, rect, (TICKED if chosen else QUIET)._replace(radius=16), s.down(f"volume {n}"))
        for m in range(3):
            ink = (GOLD if chosen else TEXT) if m < n else TEXT3
            bar = box(
                22, 30 + 22 * m, Look(ink, None, None, radius=5, alpha=1.0 if m < n else 0.35)
            ).surface
            c.blit(bar, rect.centerx - 50 + 38 * m, rect.y + 116 - bar.get_height())
        c.text(title, rect.centerx, rect.y + 158, 26, "bold", GOLD if chosen else TEXT, "c")
        c.target(f"volume {n}", rect)
    c.text(
        "Peeks, drafts and choices made before your turn are always silent.",
        24,
        430,
        22,
        "medium",
        TEXT2,
        room=1200,
    )


def leave(c: Canvas, s: State, now: float) -> None:
    header(c, s, "Leave the table?", "Your seat becomes free")
    panel = Rect(16, 184, 1248, 300)
    c.box(panel, PANEL._replace(edge=ROSE_EDGE, line=1.5))
    c.text("To your card", panel.x + 48, panel.y + 70, 26, "medium", TEXT2)
    c.text(show(s.me.stack), panel.x + 48, panel.y + 146, 92, "bold", TEXT, room=700, tab=True)
    when = "After this hand." if s.public.phase == "in hand" and s.me.life == "in" else "At once."
    c.text(
        f"{when} If you come back within the hour, you bring at least this much.",
        panel.x + 48,
        panel.y + 238,
        24,
        "medium",
        TEXT2,
        room=1150,
    )
    stay, go = Rect(16, 684, 616, 100), Rect(648, 684, 616, 100)
    fill(c, stay, CARD._replace(radius=18), s.down("page back"))
    labelled(c, stay, "back", "Stay", 34, TEXT)
    fill(c, go, FOLD._replace(radius=18), s.down("leave now"))
    labelled(c, go, "exit", "Leave table", 34, ROSE)
    c.target("stay", stay)
    c.target("leave now", go)


def seats(c: Canvas, s: State, now: float) -> None:
    header(c, s, "Change seat", "From the next hand; your chips come with you")
    free = s.view.session.open_seats
    if not free:
        c.text(
            "No seat is open. Ask again when somebody leaves.",
            640,
            420,
            28,
            "semibold",
            TEXT2,
            "c",
            room=1200,
        )
    for n, number in enumerate(free):
        rect = Rect(16 + 316 * (n % 4), 184 + 176 * (n // 4), 300, 160)
        fill(c, rect, CARD, s.down(f"seat {number}"))
        c.text(f"Seat {number}", rect.centerx, rect.centery, 34, "bold", TEXT, "c")
        c.target(f"seat {number}", rect)


def motions(c: Canvas, s: State, now: float) -> None:
    header(c, s, "Ask the table", "It takes everybody's yes, for the next hand only")
    for n, motion in enumerate(s.view.motions):
        rect = Rect(16 + 632 * (n % 2), 184 + 176 * (n // 2), 616, 160)
        name = f"motion {motion.name}"
        fill(c, rect, CARD._replace(radius=18), s.down(name))
        labelled(c, rect, "", motion.title, 34, TEXT, motion.note)
        c.target(name, rect)
    if not s.view.motions:
        says = "Nothing can be asked for now."
        c.text(says, 640, 420, 28, "semibold", TEXT2, "c", room=1200)


def limits(c: Canvas, s: State, now: float) -> None:
    header(c, s, "My limits", "You set them at the cage; the table keeps them")
    panel = Rect(16, 184, 1248, 300)
    c.box(panel, PANEL)
    session = s.view.session
    net = s.me.stack - session.bought_in
    rows = (("Time at the table", f"{session.minutes // 60} h {session.minutes % 60:02d} min"),
            ("Result of this session", signed(net)),
            ("Hands played", str(session.hands)))  # fmt: skip
    for n, (label, value) in enumerate(rows):
        c.text(label, panel.x + 40, panel.y + 66 + 84 * n, 26, "medium", TEXT2, room=600)
        c.text(
            value,
            panel.right - 40,
            panel.y + 66 + 84 * n,
            34,
            "bold",
            TEXT,
            "r",
            room=500,
            tab=True,
        )
    c.text(
        "To take a break, touch Leave table. Help is free: ask the floor or the cage.",
        24,
        530,
        22,
        "medium",
        TEXT2,
        room=1200,
    )
