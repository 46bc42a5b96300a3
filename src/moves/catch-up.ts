import type { MoveLimits, MovePlaces } from "./places.ts";
import { COPIED, DOCUMENTS } from "./sql/copied-tables.ts";
import { documentsThere, documentWrites, readDocuments } from "./sql/document-copies.ts";
import { heldBy, type MoveRow } from "./sql/move-rows.ts";
import { type Key, keyOf, rowsOf, writesOf } from "./sql/row-copies.ts";
import { forgetNoted, readNoted } from "./sql/write-log.ts";

type Noted = Awaited<ReturnType<typeof readNoted>>[number];

/** What one slice has caught up with. */
interface CaughtUp {
  readonly notes: number;
  /** Nothing that was noted before is left. */
  readonly isAll: boolean;
}

/** Brings what was written since to the other database: the rows that were noted, as they are by now. */
export async function catchUp(places: MovePlaces, move: MoveRow, limits: MoveLimits): Promise<CaughtUp> {
  const { source, target } = places;
  const { workspace } = move;
  const { notes, documents, isAll } = await nextNotes(places, workspace, limits);
  const last = notes.at(-1);
  if (last === undefined) return { notes: 0, isAll: true };
  const read = await readDocuments(source, workspace, documents.there);
  const rows = await readRows(places, workspace, notes);
  const written = new Map(
    rows.map(({ table, ...change }) => [table.name, writesOf(target, table, { workspace, ...change })]),
  );
  const [before, ...others] = COPIED.map(({ name }) => written.get(name) ?? []);
  const { there, gone } = documents;
  await target.batch({
    held: heldBy(target, move),
    before,
    documents: there.length + gone.length === 0 ? [] : documentWrites(target, workspace, { read, gone }),
    others: others.flat(),
  });
  await source.batch({ forgotten: forgetNoted(source, workspace, last.seq) });
  return { notes: notes.length, isAll };
}

/** The first notes, as many as are of few tables and have documents that fit one slice. */
async function nextNotes({ source }: MovePlaces, workspace: number, limits: MoveLimits) {
  const all = await readNoted(source, workspace, limits.notes);
  const noted = ofFewTables(all, limits.tables);
  const nums = [...new Set(noted.flatMap((note) => numbersOf(note)))];
  const { places, gone } = await documentsThere(source, workspace, { nums, bytes: limits.bytes });
  const fits = new Set([...places.map(({ num }) => num), ...gone]);
  const end = noted.findIndex((note) => numbersOf(note).some((num) => !fits.has(num)));
  const notes = end === -1 ? noted : noted.slice(0, end);
  const wanted = new Set(notes.flatMap((note) => numbersOf(note)));
  return {
    notes,
    documents: {
      there: places.map(({ num }) => num).filter((num) => wanted.has(num)),
      gone: gone.filter((num) => wanted.has(num)),
    },
    isAll: notes.length === all.length && all.length < limits.notes,
  };
}

function ofFewTables(noted: readonly Noted[], tables: number): readonly Noted[] {
  const met = new Set<string>();
  const end = noted.findIndex(({ row }) => met.add(row).size > tables);
  return end === -1 ? noted : noted.slice(0, end);
}

const numbersOf = ({ row, key }: Noted): readonly number[] =>
  row === DOCUMENTS ? (JSON.parse(key) as number[]) : [];

/** What was noted of the tables that are copied row by row: rows that are there, and keys of those that are gone. */
async function readRows({ source }: MovePlaces, workspace: number, notes: readonly Noted[]) {
  const keys = new Map(COPIED.map(({ name }) => [name, new Map<string, Key>()]));
  const add = (name: string, key: Key) => keys.get(name)?.set(JSON.stringify(key), key);
  for (const { row, key } of notes) {
    const values = JSON.parse(key) as Key;
    if (row !== DOCUMENTS) add(row, values);
    // A trigger counts rows of a name in the row of the name, which is therefore written after them.
    if (row === "more_mentions") add("mentions", values.slice(0, 1));
  }
  const asked = COPIED.filter(({ name }) => (keys.get(name)?.size ?? 0) > 0);
  const answers = await source.batch(
    Object.fromEntries(
      asked.map((table) => [
        table.name,
        rowsOf(source, table, workspace, [...(keys.get(table.name)?.values() ?? [])]),
      ]),
    ),
  );
  return asked.map((table) => {
    const rows = answers[table.name] ?? [];
    const there = new Set(rows.map((row) => JSON.stringify(keyOf(table, row))));
    const wanted = [...(keys.get(table.name)?.entries() ?? [])];
    return { table, rows, gone: wanted.filter(([key]) => !there.has(key)).map(([, key]) => key) };
  });
}
