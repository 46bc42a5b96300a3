import type { MovePlaces } from "./places.ts";
import { COPIED, DOCUMENTS } from "./sql/copied-tables.ts";
import { documentsThere, documentWrites, readDocuments } from "./sql/document-copies.ts";
import { heldBy, type MoveRow } from "./sql/move-rows.ts";
import { type Key, keyOf, rowsOf, writesOf } from "./sql/row-copies.ts";
import { forgetNoted, readNoted } from "./sql/write-log.ts";

/** Notes of one slice. */
const MAX_NOTES = 500;

type Noted = Awaited<ReturnType<typeof readNoted>>[number];

/**
 * Brings what was written since to the other database: the rows that were noted, as they are by now. Answers how many
 * notes that were; 0: there are none.
 */
export async function catchUp(
  places: MovePlaces,
  move: MoveRow,
  { afterwards }: { readonly afterwards: boolean },
): Promise<number> {
  const { source, target } = places;
  const { workspace } = move;
  const { notes, documents } = await nextNotes(places, workspace);
  const last = notes.at(-1);
  if (last === undefined) return 0;
  const read = await readDocuments(source, workspace, documents.there);
  const rows = await readRows(places, workspace, notes);
  const written = new Map(
    rows.map(({ table, ...change }) => [table.name, writesOf(target, table, { workspace, ...change })]),
  );
  const [before, ...others] = COPIED.map(({ name }) => written.get(name) ?? []);
  const { there, gone } = documents;
  await target.batch({
    held: heldBy(target, move, { afterwards }),
    before,
    documents: there.length + gone.length === 0 ? [] : documentWrites(target, workspace, { read, gone }),
    others: others.flat(),
  });
  await source.batch({ forgotten: forgetNoted(source, workspace, last.seq) });
  return notes.length;
}

/** The first notes, as many as have documents that fit one slice. */
async function nextNotes({ source }: MovePlaces, workspace: number) {
  const noted = await readNoted(source, workspace, MAX_NOTES);
  const nums = [...new Set(noted.flatMap((note) => numbersOf(note)))];
  const { places, gone } = await documentsThere(source, workspace, nums);
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
  };
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
