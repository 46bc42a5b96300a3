import { expect, it } from "vitest";
import { COPIED, DOCUMENTS, NOT_COPIED, WORK } from "../../src/moves/sql/copied-tables.ts";
import { sqlWorld } from "../support/worlds/sql-world.ts";

const { all } = sqlWorld();

/** Of the move itself. */
const OF_MOVES = ["moves", "moved_keys"];
const HAS_WORKSPACE = /\n\t`workspace` /;

it("knows of every table with rows of a workspace whether a move copies it, and of none twice", async () => {
  const tables = (await all("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name")) as {
    readonly name: string;
    readonly sql: string;
  }[];
  const known = [
    ...[DOCUMENTS, "chunks", ...OF_MOVES, ...NOT_COPIED],
    ...[...COPIED, ...WORK].map(({ name }) => name),
  ];
  const own = tables.filter(({ sql }) => HAS_WORKSPACE.test(sql)).map(({ name }) => name);
  expect(known.toSorted()).toEqual(own);
});
