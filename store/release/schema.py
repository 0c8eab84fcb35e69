"""The tables of a release file. `listing.id` counts records in the order of their record ids."""

FORMAT = 1
"""`user_version` of the file: readers refuse any other."""
APPLICATION_ID = 0x50444C52  # "PDLR"
PAGE_SIZE = 16_384
"""Rows of `listing_text` have about 3 kB: on smaller pages a quarter of the file would be air."""

TABLES = (
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE org(id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    """
    CREATE TABLE listing(
      id INTEGER PRIMARY KEY, record_id TEXT NOT NULL, list_key TEXT NOT NULL,
      list_type TEXT NOT NULL, org_id INTEGER, theme_top TEXT, theme_raw TEXT,
      update_cycle TEXT NOT NULL, license TEXT NOT NULL,
      modified_date TEXT, coverage_status TEXT NOT NULL, coverage_reason TEXT, observation_id TEXT,
      checked_at TEXT, filled INTEGER NOT NULL, regions TEXT NOT NULL, row_no INTEGER NOT NULL)
    """,
    """
    CREATE TABLE listing_text(
      id INTEGER PRIMARY KEY, normalized TEXT NOT NULL, source BLOB NOT NULL)
    """,
    """
    CREATE TABLE facet(
      axis TEXT NOT NULL, value TEXT NOT NULL, records INTEGER NOT NULL, ids BLOB NOT NULL,
      PRIMARY KEY(axis, value))
    """,
    "CREATE TABLE vector(name TEXT PRIMARY KEY, data BLOB NOT NULL)",
    """
    CREATE TABLE structure(
      listing_id INTEGER PRIMARY KEY, observed_at TEXT NOT NULL, available_assets INTEGER NOT NULL,
      total_assets INTEGER NOT NULL, assets BLOB NOT NULL)
    """,
    """
    CREATE TABLE column_name(
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, norm TEXT NOT NULL, datasets INTEGER NOT NULL,
      ids BLOB NOT NULL)
    """,
    """
    CREATE TABLE name_gram(
      gram TEXT NOT NULL, name_id INTEGER NOT NULL, PRIMARY KEY(gram, name_id)) WITHOUT ROWID
    """,
    """
    CREATE TABLE source_table(
      id INTEGER PRIMARY KEY, listing_id INTEGER NOT NULL, file TEXT NOT NULL, sheet TEXT)
    """,
    """
    CREATE TABLE column_use(
      listing_id INTEGER NOT NULL, seq INTEGER NOT NULL, name_id INTEGER NOT NULL,
      table_id INTEGER NOT NULL, ordinal INTEGER NOT NULL,
      PRIMARY KEY(listing_id, seq)) WITHOUT ROWID
    """,
    """
    CREATE VIRTUAL TABLE fts USING fts5(
      title, keywords, description, org, title_words, other_words, region,
      content='', tokenize="unicode61 remove_diacritics 0 tokenchars '|'")
    """,
)
INDEXES = (
    "CREATE UNIQUE INDEX listing_record ON listing(record_id)",
    "CREATE INDEX listing_key ON listing(list_key)",
)

WEIGHTS = (10.0, 5.0, 1.0, 3.0, 10.0, 4.0, 4.0)
"""bm25 weights in column order: titles above keywords above organisation above description.
The first four columns hold letter pairs, the next two whole words, the last region codes."""
