import { expect, it } from "vitest";
import { modelNote } from "../../../src/cli/settings/model-note.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const DAY_MS = 86_400_000;
const NOTE =
  "No model: embedded word statistics stood in for meaning. `recall models install` brings a model.";

it("says what to type once a day for each server without a model", async () => {
  const env = { XDG_CONFIG_HOME: temporaryFolder() };
  const note = (url: string, nowMs: number, embedder = "embedded:bow") =>
    modelNote(env, { url, embedder }, nowMs);
  expect(await note("http://a", 0, "bge-base")).toBeUndefined();
  expect(await note("http://a", 1)).toBe(NOTE);
  expect(await note("http://a", DAY_MS - 1)).toBeUndefined();
  expect(await note("http://b", DAY_MS - 1)).toBe(NOTE);
  expect(await note("http://a", DAY_MS)).toBe(NOTE);
});
