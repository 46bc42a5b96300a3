import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";
import { WRITTEN_FOLDER } from "./written-folder.ts";

/** Rows that D1 bills for what one passage names: the free plan has 100,000 a day for everything. */
const MOST_ROWS = 8;

describe("what names cost to write", () => {
  let world: SimulatedWorld;
  let count = 0;
  beforeAll(async () => {
    world = await createSimulatedWorld(0);
  });
  afterAll(() => world.dispose());

  const newWorkspace = async (hasNames: boolean): Promise<string> => {
    count += 1;
    const token = await world.client.workspace(`rows-${count}`);
    await world.client.call("PUT", "/v1/graph/names", { token, body: { on: hasNames } });
    return token;
  };
  /** Rows that uploads write, and passages of theirs. */
  const written = async (token: string, uploads: readonly Readonly<Record<string, string>>[]) => {
    const log = console.log;
    let [rows, passages] = [0, 0];
    console.log = (line: string) => {
      const { route, rowsWritten = 0 } = JSON.parse(line) as { route?: string; rowsWritten?: number };
      if (route === "POST /v1/roots/:root/documents") rows += rowsWritten;
    };
    try {
      for (const files of uploads) passages += (await world.client.upload(token, files)).body.chunks;
    } finally {
      console.log = log;
    }
    return { rows, passages };
  };
  const rowsOf = async (sql: string) => (await world.database.prepare(sql).first<{ n: number }>())?.n ?? 0;
  const all = [WRITTEN_FOLDER];
  const oneByOne = Object.entries(WRITTEN_FOLDER).map(([path, text]) => ({ [path]: text }));
  const again = Object.fromEntries(
    Object.entries(WRITTEN_FOLDER).map(([path, text]) => [path, `${text}\nOne more line.\n`]),
  );

  it.each([
    ["in one upload", [all]],
    ["one by one", [oneByOne]],
    ["pushed again with another text", [all, [again]]],
  ])("is at most 8 rows a passage for a folder %s", async (_, steps) => {
    const [on, off] = [await newWorkspace(true), await newWorkspace(false)];
    for (const [at, uploads] of steps.entries()) {
      const { rows, passages } = await written(on, uploads);
      const ofNames = (rows - (await written(off, uploads)).rows) / passages;
      expect(passages).toBeGreaterThan(20);
      expect(ofNames, `step ${at}`).toBeGreaterThan(0);
      expect(ofNames, `step ${at}`).toBeLessThanOrEqual(MOST_ROWS);
    }
  });

  it("is nothing where a workspace wants none", async () => {
    const before = await rowsOf("SELECT count(*) AS n FROM mentions");
    await written(await newWorkspace(false), [...all, again]);
    const names = "SELECT (SELECT count(*) FROM mentions) + (SELECT count(*) FROM more_mentions) AS n";
    expect(await rowsOf(names)).toBe(before);
  });
});
