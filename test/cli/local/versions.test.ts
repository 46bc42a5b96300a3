import { expect, it } from "vitest";
import { checkNode } from "../../../src/cli/local/load-runtime.ts";
import { migrationNames } from "../../../src/cli/local/migrate.ts";
import { temporaryFolder } from "../temporary-folder.ts";

it.each(["22.12.0", "22.13.1", "23.0.0", "24.1.0"])("serves on Node %s", (version) => {
  expect(checkNode(version)).toBeUndefined();
});

it.each(["22.11.9", "21.20.0", "20.19.0"])("serves on no Node %s, and says from which it does", (version) => {
  expect(() => checkNode(version)).toThrow(`needs Node 22.12 or later; this is ${version}.`);
});

it("applies migrations by their number, then by name, and nothing else of the folder", () => {
  const files = ["10_a.sql", "9_b.sql", "0100_c.sql", "9_a.sql", "notes.md"];
  const folder = temporaryFolder(Object.fromEntries(files.map((name) => [name, ""])));
  expect(migrationNames(folder)).toEqual(["9_a.sql", "9_b.sql", "10_a.sql", "0100_c.sql"]);
});
