import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readDeployment } from "../../../scripts/deploy/deployment.ts";
import { wantedDatabases, withDatabases } from "../../../scripts/deploy/more-databases.ts";
import { temporaryFolder } from "../../cli/temporary-folder.ts";

const TOML = readFileSync("wrangler.toml", "utf8");
const boundIn = (toml: string) =>
  readDeployment(temporaryFolder({ "wrangler.toml": toml, "src/worker.ts": "" })).databases;

it("databases are added to wrangler.toml until there are as many, and nothing else changes", () => {
  const three = withDatabases(TOML, 3);
  expect(boundIn(three)).toEqual([
    { name: "edge-recall", binding: "DB" },
    { name: "edge-recall-2", binding: "DB_2" },
    { name: "edge-recall-3", binding: "DB_3" },
  ]);
  expect(withDatabases(three, 3)).toBe(three);
  expect(
    boundIn(withDatabases(three, 4))
      .map(({ name }) => name)
      .at(-1),
  ).toBe("edge-recall-4");
  expect(withDatabases(TOML, 1)).toBe(TOML);
  expect(three.split("\n").filter((line) => !TOML.split("\n").includes(line))).toEqual([
    'binding = "DB_2"',
    'database_name = "edge-recall-2"',
    'binding = "DB_3"',
    'database_name = "edge-recall-3"',
  ]);
});

it("a database of another name is what the others are named after, without its id", () => {
  const named = TOML.replace('database_name = "edge-recall"', 'database_name = "notes"\ndatabase_id = "1-2"');
  const two = withDatabases(named, 2);
  expect(boundIn(two).map(({ name }) => name)).toEqual(["notes", "notes-2"]);
  expect(two.match(/database_id = "1-2"/g)).toHaveLength(1);
});

it("none is taken away, and what is no number is refused", () => {
  expect(() => withDatabases(withDatabases(TOML, 3), 2)).toThrow(
    "binds 3 databases, and --databases only adds",
  );
  expect(() => withDatabases("name = 'x'\n", 2)).toThrow("binds no database as DB");
  expect(wantedDatabases("12")).toBe(12);
  for (const text of ["0", "x", "-1", "5001", "1.5", ""])
    expect(() => wantedDatabases(text)).toThrow("1 to 5000");
});
