import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { code, sentence, table } from "../../scripts/docs/markdown.ts";
import { referencePages } from "../../scripts/docs/pages.ts";
import { workerSettings } from "../../scripts/docs/settings.ts";

const FOLDER = "docs/reference";

describe("the reference pages", async () => {
  const pages = await referencePages();

  it.each([...pages])("%s is what `npm run docs` writes", (name, text) => {
    expect(readFileSync(`${FOLDER}/${name}`, "utf8")).toBe(text);
  });

  it("are all of the folder", () => {
    expect(readdirSync(FOLDER).sort()).toEqual([...pages.keys()].sort());
  });

  it("describe every setting of the Worker", () => {
    const source = readFileSync("src/env.ts", "utf8");
    const declared = [...source.matchAll(/^ {2}readonly ([A-Z][A-Z0-9_]+)\??:/gm)].map(([, name]) => name);
    expect(declared.length).toBeGreaterThan(30);
    expect(workerSettings(source).map(({ name }) => name)).toEqual(declared);
  });
});

describe("the comments of settings", () => {
  it("are read over several lines, with their default apart", () => {
    const source = `
      /** One
       * two.
       * @default three */
      readonly A_NAME?: string;
      /** Four. */
      readonly DB: Queue;`;
    expect(workerSettings(source)).toEqual([
      { name: "A_NAME", type: "string", isRequired: false, about: "One two.", usual: "three" },
      { name: "DB", type: "Queue", isRequired: true, about: "Four.", usual: "" },
    ]);
  });
});

describe("Markdown", () => {
  it("keeps bars and lines inside their cell", () => {
    expect(table(["a"], [["x | y\nz"]])).toBe("| a |\n| --- |\n| x \\| y z |");
    expect(table(["a"], [])).toBe("");
  });

  it("makes sentences, with no marks outside of code", () => {
    expect(sentence("two stars ** and `**`")).toBe("Two stars \\*\\* and `**`.");
    expect(sentence("full: the chunk")).toBe("`full`: the chunk.");
    expect(sentence("Ends already.")).toBe("Ends already.");
    expect(code("a `b`")).toBe("`` a `b` ``");
  });
});
