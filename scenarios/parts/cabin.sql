-- The database of boarding-groups.yaml: sqlite3 cabin.db < cabin.sql
PRAGMA page_size = 512;
CREATE TABLE seats (name TEXT PRIMARY KEY, x REAL NOT NULL, y REAL NOT NULL, zone INTEGER NOT NULL) WITHOUT ROWID;
WITH RECURSIVE
    lines (line) AS (SELECT 1 UNION ALL SELECT line + 1 FROM lines WHERE line < 9),
    letters (letter, y) AS (VALUES ('A', -1.15), ('B', -0.65), ('C', 0.65), ('D', 1.15))
INSERT INTO seats
SELECT line || letter, 4.8 + 0.9 * (line - 1), y, 3 - (line - 1) / 3 FROM lines, letters;

-- Within a group people come in no order: here by the remainders of 17 n, which takes each seat once.
CREATE TABLE bookings (turn INTEGER PRIMARY KEY, seat TEXT NOT NULL REFERENCES seats);
INSERT INTO bookings
SELECT 17 * row_number() OVER (ORDER BY name) % 37, name FROM seats;
