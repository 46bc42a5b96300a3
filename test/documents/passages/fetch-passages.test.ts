import { describe, expect, it } from "vitest";
import type { DocumentAnswer } from "../../../src/documents/contract.ts";
import { fetchDocument, type PassageSource } from "../../../src/documents/passages/fetch-document.ts";
import { fetchPassages, findPassages } from "../../../src/documents/passages/fetch-passages.ts";
import { AppError, type ErrorCode } from "../../../src/errors.ts";
import { parsePlace } from "../../../src/text/places/place.ts";

const NOWHERE = { root: undefined };

/** Documents by `root:path`, with what was asked of them in order. */
function source(texts: Readonly<Record<string, string>>, chunks: Readonly<Record<string, string>> = {}) {
  const asked: string[] = [];
  const failures = new Map<string, ErrorCode>();
  const answer = (named: string): DocumentAnswer => {
    const [root = "", path = ""] = named.split(/:(.*)/s);
    const text = texts[named] ?? "";
    return { root, path, startLine: 1, endLine: 1, citation: path, text } as DocumentAnswer;
  };
  const from: PassageSource = {
    document: async (path, { root, lines }) => {
      const named = `${root ?? "*"}:${path}`;
      asked.push(named + (lines === undefined ? "" : ` ${lines}`));
      const failure = failures.get(named);
      if (failure !== undefined) throw new AppError(failure, `at ${named}`);
      const found = Object.keys(texts).find((key) =>
        root === undefined ? key.split(/:(.*)/s)[1] === path : key === named,
      );
      if (found === undefined) throw new AppError("not_found", `no ${named}`);
      return answer(found);
    },
    documents: async ({ root, glob, cursor }) => {
      asked.push(`list ${root ?? "*"} ${glob} ${cursor ?? ""}`.trim());
      const all = Object.keys(texts).map(answer);
      const start = cursor === undefined ? 0 : Number(cursor);
      const next = start + 60 < all.length ? String(start + 60) : null;
      return { documents: all.slice(start, start + 60), nextCursor: next };
    },
    chunk: async (id) => {
      asked.push(`chunk ${id}`);
      const failure = failures.get(id);
      if (failure !== undefined) throw new AppError(failure, `at ${id}`);
      const text = chunks[id];
      if (text === undefined) throw new AppError("not_found", `no chunk ${id}`);
      return { ...answer("notes:c.md"), id, citation: "c.md#L1", text } as never;
    },
  };
  return { from, asked, failures };
}

const texts = async (from: PassageSource, place: string, root?: string) =>
  (await fetchPassages(from, place, { root })).passages.map(({ text }) => text);

describe("a place", () => {
  it.each<[string, string | undefined, readonly string[]]>([
    ["a.md", undefined, ["*:a.md"]],
    ["a.md:3-9", undefined, ["*:a.md 3-9"]],
    ["a.md", "notes", ["notes:a.md"]],
    ["notes:a.md#L5", undefined, ["notes:a.md 5-5"]],
    ["notes:a.md#L5", "notes", ["notes:notes:a.md 5-5", "notes:a.md 5-5"]],
    ["odd:x.md", "notes", ["notes:odd:x.md"]],
  ])("%j with the root %s is asked for as %j", async (place, root, wanted) => {
    const { from, asked } = source({ "notes:a.md": "a", "notes:odd:x.md": "odd" });
    expect(await texts(from, place, root)).toHaveLength(1);
    expect(asked).toEqual(wanted);
  });

  it("with a colon is one of a root first, then a path with a colon in it", async () => {
    const { from, asked } = source({ "notes:odd:x.md": "odd" });
    expect(await texts(from, "odd:x.md:2")).toEqual(["odd"]);
    expect(asked).toEqual(["odd:x.md 2", "*:odd:x.md 2"]);
  });

  it("is a document whose name ends as lines do, where there is none of the shorter name", async () => {
    const { from } = source({ "notes:time 10:30": "half past", "notes:a.md": "a", "notes:a.md:3": "odd" });
    expect(await texts(from, "time 10:30")).toEqual(["half past"]);
    expect(await texts(from, "notes:time 10:30")).toEqual(["half past"]);
    expect(await texts(from, "time 10:30", "notes")).toEqual(["half past"]);
    expect(await texts(from, "a.md:3")).toEqual(["a"]);
    await expect(texts(from, "b.md:3")).rejects.toThrow("no *:b.md");
  });

  it("is not looked for elsewhere after another failure than that nothing is there", async () => {
    const { from, asked, failures } = source({ "notes:odd:x.md": "odd" });
    failures.set("odd:x.md", "ambiguous");
    await expect(texts(from, "odd:x.md")).rejects.toMatchObject({ code: "ambiguous" });
    expect(asked).toHaveLength(1);
    failures.set("odd:x.md", "invalid_input");
    expect(await texts(from, "odd:x.md")).toEqual(["odd"]);
    failures.set("notes:notes:a.md", "unavailable");
    await expect(texts(from, "notes:a.md", "notes")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("that is nowhere is told as it was first asked for, a failure as it is", async () => {
    const { from, failures } = source({});
    await expect(texts(from, "odd:x.md")).rejects.toThrow("no odd:x.md");
    failures.set("*:odd:x.md", "ambiguous");
    await expect(texts(from, "odd:x.md")).rejects.toThrow("at *:odd:x.md");
  });

  it("with another root before it than the one named is a path of the one named", async () => {
    const { from } = source({ "notes:x.md": "x" });
    await expect(texts(from, "odd:x.md", "notes")).rejects.toThrow("no notes:odd:x.md");
  });

  it.each(["../a.md", "a/./b.md", "a//b.md", "a/"])("%j never leaves for the server", async (path) => {
    const { from, asked } = source({});
    await expect(texts(from, path)).rejects.toMatchObject({ code: "invalid_input" });
    expect(asked).toEqual([]);
  });

  it("is asked for in Unicode NFC", async () => {
    const { from, asked } = source({ "notes:é.md": "e" });
    expect(await texts(from, "e\u0301.md")).toEqual(["e"]);
    expect(asked).toEqual(["*:é.md"]);
  });
});

describe("columns of a citation", () => {
  const answer = { root: "notes", path: "a.md", startLine: 3, endLine: 4, citation: "a.md#L3-L4" };
  const cut = async (place: string) => {
    const document = async () => ({ ...answer, text: "first\nsecond\n" }) as DocumentAnswer;
    const { citation, text } = await fetchDocument({ document }, parsePlace(place), NOWHERE);
    return [citation, text];
  };

  it.each([
    ["a.md#L3-L4", "a.md#L3-L4", "first\nsecond\n"],
    ["a.md#L3C2-L4C3", "a.md#L3C2-L4C3", "irst\nsec"],
    ["a.md#L3-L4C3", "a.md#L3C1-L4C3", "first\nsec"],
    ["a.md#L3C2-L4", "a.md#L3C2-L4", "irst\nsecond\n"],
  ])("%s are cited as %s and cut to %j", async (place, citation, text) => {
    expect(await cut(place)).toEqual([citation, text]);
  });
});

describe("an id", () => {
  const ID = "3f9a2c1b";

  it("of 8 to 64 hexadecimal digits names a chunk before a file, without a root", async () => {
    const chunks = { [ID]: "chunk" };
    const { from, asked } = source({ [`notes:${ID}`]: "file" }, chunks);
    expect(await texts(from, ID)).toEqual(["chunk"]);
    expect(await texts(from, `./${ID}`)).toEqual(["file"]);
    expect(await texts(from, ID, "notes")).toEqual(["file"]);
    expect(asked).toEqual([`chunk ${ID}`, `*:${ID}`, `notes:${ID}`]);
  });

  it("names a chunk of the root that is asked for, where no document there is called so", async () => {
    const { from } = source({}, { [ID]: "chunk" });
    expect(await texts(from, ID, "notes")).toEqual(["chunk"]);
    await expect(texts(from, ID, "elsewhere")).rejects.toMatchObject({ code: "not_found" });
  });

  it.each([
    ["3f9a2c1", false],
    ["3F9A2C1B", false],
    ["3f9a2c1g", false],
    ["a".repeat(64), true],
    ["a".repeat(65), false],
  ])("%s is asked for as a chunk: %s", async (text, isAsked) => {
    const { from, asked } = source({});
    await expect(texts(from, text)).rejects.toMatchObject({ code: "not_found" });
    expect(asked.includes(`chunk ${text}`)).toBe(isAsked);
  });

  it.each([
    ["3f9", false],
    ["3f9a", true],
    ["3f9a2c1", true],
    ["3f9a2c1b", false],
    ["note", false],
  ])("%s is called too short where there is no such file: %s", async (text, isShort) => {
    const failure = texts(source({}).from, text);
    await expect(failure).rejects.toThrow(isShort ? "an id has at least 8 characters" : `no *:${text}`);
  });

  it("that is ambiguous is said to be", async () => {
    const { from, asked, failures } = source({ [`notes:${ID}`]: "file" });
    failures.set(ID, "ambiguous");
    await expect(texts(from, ID)).rejects.toMatchObject({ code: "ambiguous" });
    expect(asked).toHaveLength(1);
  });
});

describe("a pattern", () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`notes:${at}.md`, `text ${at}`]));

  it("names every document of all pages, read when it is wanted, in its own root with the lines asked for", async () => {
    const { from, asked } = source(many(61));
    const { found, isPattern } = await findPassages(from, "*.md:2-3", NOWHERE);
    expect(isPattern).toBe(true);
    expect([found.length, found[0]?.name, found[60]?.name]).toEqual([61, "notes:0.md", "notes:60.md"]);
    expect(asked).toEqual(["*:*.md 2-3", "list * *.md", "list * *.md 60"]);
    expect((await found[60]?.read())?.text).toBe("text 60");
    expect(asked.at(-1)).toBe("notes:60.md 2-3");
  });

  it("may name a hundred documents", async () => {
    expect(await texts(source(many(100)).from, "*.md")).toHaveLength(100);
    await expect(texts(source(many(101)).from, "*.md")).rejects.toMatchObject({
      code: "invalid_input",
      message: "*.md matches over 100 documents: narrow it",
    });
  });

  it.each([
    ["docs:*.md", undefined, "list docs *.md"],
    ["*.md", "docs", "list docs *.md"],
    ["docs:*.md", "docs", "list docs *.md"],
    ["docs:*.md", "notes", "list notes docs:*.md"],
    ["a?.md", undefined, "list * a?.md"],
    ["[ab].md", undefined, "list * [ab].md"],
  ])("%j with the root %s is listed by %j", async (place, root, listed) => {
    const { from, asked } = source({ "notes:z.md": "z" });
    await texts(from, place, root);
    expect(asked).toContain(listed);
  });

  it("gives way to a document of just that name, and says when there is none of both", async () => {
    const { from } = source({ "notes:[id].ts": "id", "notes:i.ts": "i" });
    expect(await findPassages(from, "[id].ts", NOWHERE)).toMatchObject({
      isPattern: false,
      found: [{ name: "notes:[id].ts" }],
    });
    await expect(texts(source({}).from, "*.md")).rejects.toMatchObject({
      code: "not_found",
      message: 'No document is named "*.md", and none matches it as a pattern',
    });
  });
});
