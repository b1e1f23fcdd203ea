"""A report as a PDF file: what the supervisor's page shows, on paper that is signed and kept."""

from datetime import datetime
from importlib.resources import as_file, files

from fpdf import FPDF
from fpdf.enums import TableBordersLayout
from fpdf.fonts import FontFace

from desks.cage.report_sheet import Part, Report
from firmware.bank import days

_FONT, _INK, _MUTED, _LINE = "Inter", (18, 32, 42), (81, 99, 111), (215, 222, 227)


def pdf(report: Report, printed: datetime, by: str) -> bytes:
    """`printed`: by the house's clock; it is also the file's own date."""
    page = _Page(f"{report.title}. Printed {days.shown_at(printed)} by {by}")
    page.set_title(report.title)
    page.set_creation_date(printed)
    page.add_page()
    page.words(report.title, 20, bold=True)
    for line in report.about:
        page.words(line, 10, muted=True)
    for part in report.parts:
        page.part(part)
    page.signatures(report.signs)
    return bytes(page.output())


class _Page(FPDF):
    def __init__(self, foot: str) -> None:
        super().__init__(format="letter")
        self._foot = foot
        for style, file in (("", "Inter-Medium.ttf"), ("B", "Inter-Bold.ttf")):
            with as_file(files("ui") / "fonts" / file) as font:
                self.add_font(_FONT, style, font)
        self.set_margin(18)
        self.set_auto_page_break(True, 20)

    def footer(self) -> None:
        self.set_y(-14)
        self._ink(8, muted=True)
        self.cell(0, 5, self._foot)
        self.cell(0, 5, f"Page {self.page_no()} of {{nb}}", align="R")

    def words(self, text: str, size: int, bold: bool = False, muted: bool = False) -> None:
        self._ink(size, bold, muted)
        self.multi_cell(0, size / 2, text, new_x="LMARGIN", new_y="NEXT")

    def part(self, part: Part) -> None:
        self.ln(5)
        if part.title:
            self.words(part.title, 12, bold=True)
            self.ln(1)
        self._ink(10)
        self.set_draw_color(*_LINE)
        align = ("LEFT",) * (len(part.head) - 1) + ("RIGHT",)
        with self.table(
            col_widths=part.widths, text_align=align, line_height=6.2,
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            headings_style=FontFace(emphasis="BOLD", color=_MUTED),
        ) as table:  # fmt: skip
            for row in (part.head, *(part.rows or [("None.", *[""] * (len(part.head) - 1))])):
                table.row(row)

    def signatures(self, signs: tuple[str, ...]) -> None:
        if not signs:
            return
        if self.will_page_break(26):
            self.add_page()
        self.ln(20)
        self.set_draw_color(*_INK)
        wide, at = self.epw / len(signs), self.get_y()
        for n, who in enumerate(signs):
            left = self.l_margin + n * wide
            self.line(left, at, left + wide - 10, at)
            self.set_xy(left, at + 1)
            self._ink(9, muted=True)
            self.cell(wide - 10, 5, who)

    def _ink(self, size: int, bold: bool = False, muted: bool = False) -> None:
        self.set_font(_FONT, "B" if bold else "", size)
        self.set_text_color(*(_MUTED if muted else _INK))
