import { describe, expect, it } from "vitest";
import type { Chunk } from "../../src/documents/chunkers/chunk.ts";
import { chunkDocument } from "../../src/documents/chunkers/chunk-document.ts";
import { GENERATED, randomNumbers, words } from "./generated-files.ts";

const TRIALS = 120;
const MOST_CHANGED = 3;
/** Share of trials that may change more: an edit can move two cuts at once. */
const EXCEPTIONS = 0.01;
const MOST_CHANGED_EVER = 8;
const LEAST_CHUNKS = 190;

const HEADING_LIKE =
  /^(?:#|[-=|]{3}|```|id,name|key\d+:|class |.*\bfunction |\s+def |.*"""|<h1>|}|export const)/;
const identity = ({ headings, text }: Chunk) => JSON.stringify([headings, text]);

/** Chunks of either version that the other does not have. */
function changes(before: readonly Chunk[], after: readonly Chunk[]): number {
  const left = new Map<string, number>();
  for (const key of before.map(identity)) left.set(key, (left.get(key) ?? 0) + 1);
  let added = 0;
  for (const key of after.map(identity)) {
    const known = left.get(key) ?? 0;
    if (known > 0) left.set(key, known - 1);
    else added += 1;
  }
  const gone = [...left.values()].reduce((sum, count) => sum + count, 0);
  return Math.max(added, gone);
}

/** The same line with a word replaced, added or dropped: its length within a fifth. */
function editLine(line: string, random: () => number): string {
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  const most = Math.max(1, Math.floor(line.length / 5));
  const text = line.slice(indent.length);
  const kind = random();
  if (kind < 0.3) return `${line} ${words(random, 3).slice(0, most)}`;
  if (kind < 0.6) return indent + text.slice(0, Math.max(1, text.length - Math.ceil(random() * most)));
  const parts = text.split(" ");
  const place = Math.floor(random() * parts.length);
  parts[place] = kind < 0.8 ? words(random, 1) : `${parts[place]} ${words(random, 1).slice(0, most)}`;
  return indent + parts.join(" ");
}

describe.each(Object.entries(GENERATED))("one edit in %s", (kind, { path, make }) => {
  const random = randomNumbers(kind.length * 7919);
  const lines = make(random).split("\n");
  const before = chunkDocument({ path, text: lines.join("\n") }).chunks;
  const editable = lines.flatMap((line, index) =>
    line.trim() === "" || HEADING_LIKE.test(line) ? [] : [index],
  );
  const places = kind === "many constants" ? lines.map((_, index) => index) : editable;

  const trial = (edit: (lines: string[], at: number) => void): number => {
    const edited = [...lines];
    edit(edited, places[Math.floor(random() * places.length)] ?? 0);
    return changes(before, chunkDocument({ path, text: edited.join("\n") }).chunks);
  };
  const expectFew = (counts: readonly number[]) => {
    const many = counts.filter((count) => count > MOST_CHANGED);
    expect(many.length).toBeLessThanOrEqual(Math.ceil(counts.length * EXCEPTIONS));
    expect(Math.max(...counts)).toBeLessThanOrEqual(MOST_CHANGED_EVER);
  };

  it("changes at most three chunks of two hundred when a line changes", () => {
    expect(before.length).toBeGreaterThanOrEqual(LEAST_CHUNKS);
    const edit = (edited: string[], at: number) => {
      edited[at] = editLine(edited[at] ?? "", random);
    };
    expectFew(Array.from({ length: TRIALS }, () => trial(edit)));
  });

  it("changes few chunks when a line is added or deleted", () => {
    const counts = Array.from({ length: TRIALS / 2 }, (_, index) =>
      trial((edited, at) => {
        if (index % 2 === 0) edited.splice(at, 1);
        else edited.splice(at, 0, `${/^\s*/.exec(edited[at] ?? "")?.[0] ?? ""}${words(random, 9)}`);
      }),
    );
    expect(counts.filter((count) => count > MOST_CHANGED + 1).length).toBeLessThanOrEqual(2);
    expect(Math.max(...counts)).toBeLessThanOrEqual(MOST_CHANGED_EVER);
  });
});
