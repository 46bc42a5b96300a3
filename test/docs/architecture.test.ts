import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { pageText } from "./pages.ts";

const PAGE = pageText("docs/architecture.md");

/** Files beside the rooms, which the order of imports names too. */
const FILES = ["errors", "config", "prices", "version", "settings", "services", "wiring"];

const FOLDERS = readdirSync("src", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** The order of imports as the page has it: rooms of one step do not import each other. */
const ORDER: readonly (readonly string[])[] = (/^`errors` [\s\S]*?(?=\n\n)/m.exec(PAGE)?.[0] ?? "")
  .split("<")
  .map((step) => [...step.matchAll(/`([\w-]+)`/g)].map(([, room = ""]) => room));

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
  /** Rooms, and files beside them, that they may not import. */
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
      forbidden: globs.flatMap((glob) => /^\.\.\/\*\*\/([\w-]+)(?:\/\*\*|\.ts)$/.exec(glob)?.[1] ?? []),
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
    const named = [...tree.matchAll(/^ {2}((?:[\w-]+\/ ?)+)/gm)].flatMap(([, rooms = ""]) =>
      rooms.split("/").map((room) => room.trim()),
    );
    expect(named.filter((room) => room !== "").sort()).toEqual(FOLDERS);
  });

  it("import in the order that the linter checks", () => {
    const rules = roomRules();
    expect(FOLDERS.filter((room) => !rules.some(({ rooms }) => rooms.includes(room)))).toEqual([]);
    for (const { rooms, forbidden } of rules) {
      const step = ORDER.findIndex((all) => rooms.every((room) => all.includes(room)));
      expect([rooms, step]).not.toEqual([rooms, -1]);
      const above = [...ORDER.slice(step).flat(), "env"].filter((name) => !rooms.includes(name));
      expect({ rooms, lacking: above.filter((name) => !forbidden.includes(name)) }).toEqual({
        rooms,
        lacking: [],
      });
      // These three take of what stands below them only what runs on a client too.
      if (["client", "cli", "web"].some((door) => rooms.includes(door))) continue;
      expect({ rooms, forbidden: [...forbidden].sort() }).toEqual({ rooms, forbidden: above.sort() });
    }
  });
});

const SOURCES = new Map(
  globSync("src/**/*.{ts,tsx}").map((path) => [path.slice("src/".length), readFileSync(path, "utf8")]),
);

const importsOf = (file: string): readonly string[] =>
  [...(SOURCES.get(file) ?? "").matchAll(/(?:from|import)[ (]"(\.[^"]+)"/g)].map(([, to = ""]) =>
    posix.join(posix.dirname(file), to),
  );

/** Steps that nothing imports: a request or a message leads there. */
const FROM_OUTSIDE = /comes over HTTP|called by the queue/;

interface Step {
  readonly file: string;
  readonly text: string;
}

/** The steps of a way, numbered or indented. */
function stepsOf(title: string): readonly Step[] {
  const section = PAGE.split(`## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
  return section
    .split(/^(?= *(?:\d+\.|-) `)/m)
    .flatMap((text) =>
      (/^ *(?:\d+\.|-) `([^`]+)`/.exec(text) ?? []).slice(1).map((file) => ({ file, text })),
    );
}

/** An earlier file imports the step's, itself or through the file that the step names. */
function isReached({ file, text }: Step, earlier: readonly string[]): boolean {
  const imported = new Set(earlier.flatMap(importsOf));
  const through = [...text.replaceAll("\n", " ").matchAll(/through +`([^`]+)`/g)].map(([, via = ""]) => via);
  const isVia = through.some((via) => imported.has(via) && importsOf(via).includes(file));
  return imported.has(file) || isVia || FROM_OUTSIDE.test(text.replace(/\s+/g, " "));
}

describe.each(["A search, file by file", "A push, file by file"])("%s", (title) => {
  const steps = stepsOf(title);
  const files = steps.map(({ file }) => file);

  it("has at most 20 steps, each a file that exists, none twice", () => {
    expect(files.length).toBeGreaterThan(10);
    expect(files.length).toBeLessThanOrEqual(20);
    expect(new Set(files).size).toBe(files.length);
    expect(files.filter((file) => !existsSync(`src/${file}`))).toEqual([]);
  });

  it("comes to each file from an earlier one", () => {
    const lost = steps.filter((step, at) => at > 0 && !isReached(step, files.slice(0, at)));
    expect(lost.map(({ file }) => file)).toEqual([]);
  });
});
