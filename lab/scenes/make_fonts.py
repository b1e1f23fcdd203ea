"""Make the shipped cut of Inter from the upstream web fonts: python lab/make_fonts.py FOLDER

FOLDER is the unpacked npm package `inter-ui` (4.1). Needs fonttools and brotli. What is kept:
Latin letters with the accents of Europe and Viet Nam, and kerning. What is added: the tabular
digits at U+E030 to U+E039, because SDL_ttf cannot ask a font for them.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent.parent / "ui" / "fonts"
FACES = {
    "Inter-Medium.ttf": "web/Inter-Medium.woff2",
    "Inter-SemiBold.ttf": "web/Inter-SemiBold.woff2",
    "Inter-Bold.ttf": "web/Inter-Bold.woff2",
    "InterDisplay-SemiBold.ttf": "display/InterDisplay-SemiBold.woff2",
    "InterDisplay-Bold.ttf": "display/InterDisplay-Bold.woff2",
}
LETTERS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    0x1A0,
    0x1A1,
    0x1AF,
    0x1B0,
    *range(0x1EA0, 0x1EFA),
]
SIGNS = [ord(sign) for sign in "–—‘’“”•…−×·→←↑↓✓€£¢"]
TABULAR = 0xE030


def tabular(font: TTFont) -> dict[str, str]:
    """Proportional digit -> tabular digit, as the font's own `tnum` feature says."""
    gsub = font["GSUB"].table
    wanted = {
        n
        for f in gsub.FeatureList.FeatureRecord
        if f.FeatureTag == "tnum"
        for n in f.Feature.LookupListIndex
    }
    found: dict[str, str] = {}
    for index in wanted:
        for part in gsub.LookupList.Lookup[index].SubTable:
            found |= getattr(getattr(part, "ExtSubTable", part), "mapping", {})
    return found


def cut(source: Path, target: Path) -> None:
    font = TTFont(source)
    names = font.getBestCmap()
    swap = tabular(font)
    for table in font["cmap"].tables:
        if table.isUnicode():
            for digit in range(10):
                table.cmap[TABULAR + digit] = swap[names[0x30 + digit]]
    options = Options(
        layout_features=["kern", "mark", "mkmk", "ccmp"], hinting=False, notdef_outline=True
    )
    options.name_IDs = ["*"]
    subset = Subsetter(options)
    subset.populate(unicodes=[*LETTERS, *SIGNS, *range(TABULAR, TABULAR + 10)])
    subset.subset(font)
    font.flavor = None
    font.save(target)
    print(target.name, target.stat().st_size // 1024, "KB")


if __name__ == "__main__":
    for name, source in FACES.items():
        cut(Path(sys.argv[1]) / source, HERE / name)
