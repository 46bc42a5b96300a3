import { expect, it } from "vitest";
import { NOW_MS, recallDatabase, searchId } from "../../recalls/recall-database.ts";
import { called } from "../call-tool.ts";

const { here, chunks, context, hits, log, rows } = recallDatabase();

it("a vote names a hit by its rank or its id, keeps the note, and is taken back by none", async () => {
  const recallId = searchId(NOW_MS);
  await log(recallId, { hits: hits("a.md", "b.md") });
  const vote = (args: object) =>
    called("feedback", { recallId, ...args }, "none", undefined, { voting: context });
  const kept = () => rows("SELECT hit, value, note FROM feedback WHERE workspace = ?", here.workspace);
  const second = chunks["b.md"] ?? "";
  const down = await vote({ hit: 2, vote: "down", note: "Of last year." });
  expect(down.structured).toEqual({ chunk: second, vote: "down", sum: -1 });
  expect(down.lines).toEqual([`down ${second}, sum -1.00`]);
  expect(await kept()).toEqual([{ hit: second, value: -1, note: "Of last year." }]);
  expect((await vote({ hit: second.slice(0, 8), vote: "up" })).lines).toEqual([`up ${second}, sum 1.00`]);
  expect((await vote({ hit: "2", vote: "none" })).lines).toEqual([`none ${second}, sum 0.00`]);
  expect(await kept()).toEqual([]);
});
