#!/usr/bin/env python3
"""Renders the sample book: one grey image and one METS page for each text file in text/.

Needs Pillow and the font DejaVu Serif. The images and mets.xml are kept in the repository; run this only to change them.
"""

import textwrap
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

HERE = Path(__file__).parent
PAGE = (1240, 1754)  # pixels: an A6 page at 300 dpi
DPI = 300
MARGIN = 150
LINE = 62
COLUMNS = 42
PAPER, INK = 236, 28
GREYS = 16

FILE = """      <mets:file ID="OCR-D-IMG_{number}" MIMETYPE="image/png">
        <mets:FLocat LOCTYPE="OTHER" OTHERLOCTYPE="FILE" xlink:href="OCR-D-IMG/OCR-D-IMG_{number}.png"/>
      </mets:file>"""
PHYSICAL_PAGE = """      <mets:div TYPE="page" ID="PHYS_{number}" ORDER="{order}" ORDERLABEL="{order}">
        <mets:fptr FILEID="OCR-D-IMG_{number}"/>
      </mets:div>"""
METS = """<?xml version="1.0" encoding="UTF-8"?>
<mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:mods="http://www.loc.gov/mods/v3" \
xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://www.loc.gov/METS/ http://www.loc.gov/standards/mets/version112/mets.xsd">
  <mets:metsHdr CREATEDATE="2026-11-01T00:00:00">
    <mets:agent TYPE="ORGANIZATION" ROLE="CREATOR">
      <mets:name>Quire</mets:name>
    </mets:agent>
  </mets:metsHdr>
  <mets:dmdSec ID="DMDLOG_0001">
    <mets:mdWrap MDTYPE="MODS">
      <mets:xmlData>
        <mods:mods>
          <mods:identifier type="purl">https://example.org/quire/the-night-shelf</mods:identifier>
          <mods:titleInfo>
            <mods:title>The Night Shelf</mods:title>
          </mods:titleInfo>
          <mods:language>
            <mods:languageTerm type="code" authority="iso639-2b">eng</mods:languageTerm>
          </mods:language>
          <mods:accessCondition type="use and reproduction">CC0 1.0</mods:accessCondition>
        </mods:mods>
      </mets:xmlData>
    </mets:mdWrap>
  </mets:dmdSec>
  <mets:amdSec ID="AMD"/>
  <mets:fileSec>
    <mets:fileGrp USE="OCR-D-IMG">
{files}
    </mets:fileGrp>
  </mets:fileSec>
  <mets:structMap TYPE="PHYSICAL">
    <mets:div TYPE="physSequence" ID="PHYS_0000">
{pages}
    </mets:div>
  </mets:structMap>
</mets:mets>
"""


def font(size, bold=False):
    return ImageFont.truetype("DejaVuSerif-Bold.ttf" if bold else "DejaVuSerif.ttf", size)


def render(paragraphs, order):
    """One page: the first paragraph is its heading, the others are set in indented lines; the page number at its foot."""
    image = Image.new("L", PAGE, PAPER)
    draw = ImageDraw.Draw(image)
    heading, *body = paragraphs
    draw.text((PAGE[0] / 2, MARGIN), heading, font=font(58, bold=True), fill=INK, anchor="ma")
    y = MARGIN + 2 * LINE + 10
    for paragraph in body:
        for line, text in enumerate(textwrap.wrap(paragraph, COLUMNS, initial_indent="  ")):
            draw.text((MARGIN + (40 if line == 0 else 0), y), text.strip(), font=font(40), fill=INK)
            y += LINE
        y += 18
    assert y < PAGE[1] - 2 * MARGIN, f"page {order} is too full"
    draw.text((PAGE[0] / 2, PAGE[1] - MARGIN), str(order), font=font(40), fill=INK, anchor="ma")
    return image.quantize(GREYS, dither=Image.Dither.NONE).convert("L")


def main():
    numbers = []
    for order, text in enumerate(sorted((HERE / "text").glob("PHYS_*.txt")), start=1):
        number = text.stem.removeprefix("PHYS_")
        paragraphs = [p.replace("\n", " ") for p in text.read_text("utf-8").strip().split("\n\n")]
        image = HERE / "OCR-D-IMG" / f"OCR-D-IMG_{number}.png"
        render(paragraphs, order).save(image, dpi=(DPI, DPI), optimize=True)
        numbers.append((order, number))
    mets = METS.format(
        files="\n".join(FILE.format(number=number) for _, number in numbers),
        pages="\n".join(PHYSICAL_PAGE.format(number=number, order=order) for order, number in numbers),
    )
    (HERE / "mets.xml").write_text(mets, "utf-8")


if __name__ == "__main__":
    main()
