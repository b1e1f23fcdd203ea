"""Linux key codes of a reader that types: our own table, plain and shifted, US layout.

The kernel reports keys, not characters; a reader types as if the layout were US, whatever the
table's own language is. Shift is half of the alphabet of a stripe: % ^ ? + & # @ come with it.
"""

LEFT_SHIFT, RIGHT_SHIFT = 42, 54
ENTER, KEYPAD_ENTER = 28, 96

_ROWS: tuple[tuple[int, str, str], ...] = (
    (2, "1234567890-=", "!@#$%^&*()_+"),
    (16, "qwertyuiop[]", "QWERTYUIOP{}"),
    (30, "asdfghjkl;'`", 'ASDFGHJKL:"~'),
    (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
    (57, " ", " "),
    (71, "789-456+1230.", "789-456+1230."),  # the keypad; a few readers type digits on it
)

PLAIN = {first + n: key for first, plain, _ in _ROWS for n, key in enumerate(plain)}
SHIFTED = {first + n: key for first, _, shifted in _ROWS for n, key in enumerate(shifted)}
