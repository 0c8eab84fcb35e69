"""Bounds of what one file may cost. Every reader takes them; the defaults are the product's."""

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes are bytes unless the name says otherwise."""

    columns: int = 16_384
    """Columns of one table (the widest sheet of Excel)."""
    record_chars: int = 16 * MIB
    """Characters of one text record, line breaks in quoted cells included."""
    tables: int = 1_000
    """Tables of one file."""
    archive_members: int = 10_000
    archive_bytes: int = 8 << 30
    """All members of one file together, unpacked, nested archives included."""
    archive_ratio: int = 200
    """Unpacked size of one member over its packed size, above `ratio_floor` bytes."""
    ratio_floor: int = 16 * MIB
    archive_depth: int = 3
    """An archive in an archive in an archive is read; one more is not."""
    page_bytes: int = 64 * MIB
    page_cells: int = 5_000_000
    """Cells of all tables of one HTML page."""
    workbook_bytes: int = 2 << 30
    """All parts of a workbook together, unpacked."""
    directory_bytes: int = 16 * MIB
    """Metadata members of containers (`mimetype`, manifests) that identification reads."""
    document_part_bytes: int = 64 * MIB
    """One section of a document, unpacked."""
    document_bytes: int = 256 * MIB
    """All sections of a document together, unpacked."""
    document_records: int = 1_000_000
    """Records of all sections of an HWP document (the largest real one seen had 17,997)."""
    document_elements: int = 4_000_000
    """XML elements of all sections of an HWPX or HWPML document."""
    document_cells: int = 500_000
    """Cells of all tables of a document, merged slots included."""
    document_depth: int = 64
    """Controls (tables, text boxes, notes) inside each other."""
    markup_depth: int = 2_000
    """XML elements inside each other."""
    record_text: int = 16 * MIB
    """Characters of one record of JSON, its geometry included."""
    record_depth: int = 100
    """Objects, arrays or elements inside each other in JSON and in XML records."""
    sheet_cells: int = 50_000_000
    """Cells of all sheets of a workbook in XML, the empty ones between others included."""
