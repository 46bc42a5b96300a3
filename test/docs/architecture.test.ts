import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pageText } from "./pages.ts";

const PAGE = pageText("docs/architecture.md");

/** Files beside the rooms, which the order of imports names too. */
const FILES = ["errors", "config", "wiring"];

const FOLDERS = readdirSync("src", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** The order of imports as the page has it: rooms of one step do not import each other. */
const ORDER: readonly (readonly string[])[] = (/^`errors` [\s\S]*?(?=\n\n)/m.exec(PAGE)?.[0] ?? "")
  .split("<")
  .map((step) => [...step.matchAll(/`(\w+)`/g)].map(([, room = ""]) => room));

interface Rules {
  readonly overrides: readonly {
    readonly includes: readonly string[];
    readonly linter: {
      readonly rules: {
        readonly style: {
          readonly noRestrictedImports: {
            readonly options: { readonly patterns: readonly { readonly group: readonly string[] }[] };
          };
        };
      };
    };
  }[];
}

interface Rule {
  /** Rooms that share it, and may import each other. */
  readonly rooms: readonly string[];
  /** Rooms that they may not import. */
  readonly forbidden: readonly string[];
}

/** The linter's rules of imports between rooms. */
function roomRules(): readonly Rule[] {
  const { overrides } = JSON.parse(readFileSync("biome.rooms.json", "utf8")) as Rules;
  return overrides.map(({ includes, linter }) => {
    const { patterns } = linter.rules.style.noRestrictedImports.options;
    const globs = patterns.flatMap(({ group }) => group);
    return {
      rooms: includes.map((glob) => glob.replace(/^src\/|\/\*\*$/g, "")),
      forbidden: globs.flatMap((glob) => /^\.\.\/\*\*\/(\w+)\/\*\*$/.exec(glob)?.[1] ?? []),
    };
  });
}

describe("the tables of the architecture page", () => {
  it("are those that the migrations create, all of them", () => {
    const sql = globSync("migrations/*.sql").map((file) => readFileSync(file, "utf8"));
    const created = sql.flatMap((text) =>
      [...text.matchAll(/^CREATE TABLE [`"]?(\w+)/gm)].map(([, name = ""]) => name),
    );
    const [, section = ""] = /\n## The database\n([\s\S]*?)\n## /.exec(PAGE) ?? [];
    const named = [...section.matchAll(/^\| (`[^|]*) \|/gm)]
      .flatMap(([, cell = ""]) => [...cell.matchAll(/`(\w+)`/g)])
      .map(([, name = ""]) => name);
    expect([...new Set(named)].sort()).toEqual([...new Set(created)].sort());
  });
});

describe("the rooms of the architecture page", () => {
  it("are the folders of src, in the tree and in the order of imports", () => {
    expect(ORDER.flat().filter((room) => !FILES.includes(room) && !FOLDERS.includes(room))).toEqual([]);
    expect(FOLDERS.filter((room) => !ORDER.flat().includes(room))).toEqual([]);
    const [, tree = ""] = /```\nsrc\/\n([\s\S]*?)```/.exec(PAGE) ?? [];
    const named = [...tree.matchAll(/^ {2}((?:\w+\/ ?)+)/gm)].flatMap(([, rooms = ""]) =>
      rooms.split("/").map((room) => room.trim()),
    );
    expect(named.filter((room) => room !== "").sort()).toEqual(FOLDERS);
  });

  it("import in the order that the linter checks", () => {
    const rules = roomRules();
    expect(rules.length).toBeGreaterThan(10);
    for (const { rooms, forbidden } of rules) {
      const step = ORDER.findIndex((all) => rooms.every((room) => all.includes(room)));
      expect([rooms, step]).not.toEqual([rooms, -1]);
      const above = ORDER.slice(step)
        .flat()
        .filter((room) => FOLDERS.includes(room) && !rooms.includes(room));
      expect({ rooms, forbidden: [...forbidden].sort() }).toEqual({ rooms, forbidden: above.sort() });
    }
  });
});

describe("a way through the code", () => {
  it.each(["A search, file by file", "A push, file by file"])(
    "%s: at most 20 files that exist, none twice",
    (title) => {
      const section = PAGE.split(`## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
      const files = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = ""]) => file);
      expect(files.length).toBeGreaterThan(10);
      expect(files.length).toBeLessThanOrEqual(20);
      expect(new Set(files).size).toBe(files.length);
      expect(files.filter((file) => !existsSync(`src/${file}`))).toEqual([]);
    },
  );
});
