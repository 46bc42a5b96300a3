import { describe, expect, it } from "vitest";
import {
  containsIdentifier,
  literalWords,
  queryIdentifiers,
  querySymbols,
} from "../../../src/search/query/identifiers.ts";
import { containsPhrase, quotedPhrases } from "../../../src/search/query/match-text.ts";

const names = (text: string) => queryIdentifiers(text).map(({ name }) => name);

describe("queryIdentifiers", () => {
  it.each([
    "getUserById",
    "JINA_API_KEY",
    "foo-bar.ts:42",
    "C++",
    "src/a/b.ts",
    "E1042",
    "nuxt.config",
    "$fetch",
    ".env",
  ])("takes %s for a name", (name) => {
    expect(names(`where is ${name} set?`)).toEqual([name]);
  });

  it.each([
    ["getUserById", "getuserbyid get user by id"],
    ["JINA_API_KEY", "jina api kei"],
    ["foo-bar.ts:42", "foo bar ts 42"],
    ["C++", "c"],
    ["C#", "c"],
    ["src/a/b.ts", "src a b ts"],
    ["E1042", "e1042 e 1042"],
    ["TS2322", "ts2322 ts 2322"],
    ["ORA-00942", "ora 00942"],
    ["ERR_CONN_RESET", "err conn reset"],
    ["0x80070005", "0x80070005 0 x 80070005"],
    ["std::vector", "std vector"],
    ["@scope/pkg", "scope pkg"],
    ["--dry-run", "dry run"],
  ])("sends %s as the terms %j, and finds it as it is written", (name, stems) => {
    expect(queryIdentifiers(`Why ${name}?`)).toEqual([{ name, stems: stems.split(" ") }]);
    expect(containsIdentifier(`(see ${name}, there)`, name)).toBe(true);
    const inOtherCase = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
    expect(containsIdentifier(`(see ${inOtherCase}, there)`, name)).toBe(false);
  });

  it("takes a word that is called for a name, without the brackets", () => {
    expect(names("what does load() do, or useState()?")).toEqual(["load", "useState"]);
  });

  it("takes ordinary words, capitals and numbers for none", () => {
    expect(names("Where does the Boss keep 3 NATO files?")).toEqual([]);
  });

  it("leaves the sentence's punctuation out of a name", () => {
    expect(names('is "getUserById", (or `JINA_API_KEY`) used?')).toEqual(["getUserById", "JINA_API_KEY"]);
  });

  it("gives a name once, with the terms of its tokens and parts", () => {
    expect(queryIdentifiers("getUserIds getUserIds")).toEqual([
      { name: "getUserIds", stems: ["getuserid", "get", "user", "id"] },
    ]);
  });

  it("reads 2,000 characters of punctuation", () => {
    expect(names("._".repeat(1_000))).toEqual([]);
    expect(names(`${'"'.repeat(999)}aB${"?".repeat(999)}`)).toEqual(["aB"]);
  });
});

describe("words that stand for themselves", () => {
  it.each([
    ["where is getUserById", "getuserbyid"],
    ["set JINA_API_KEY now", "jina api key"],
    ["what does `serach it` do `", "serach it"],
    ['about "Fast Serach" and “more”', "fast serach more"],
    ["the HTTP status", "http"],
    ["version 3beta", "3beta"],
    ["see src/a/b.ts, please", "src a b ts"],
    ["GETTING STARTED", ""],
    ["high-quality notes with --no-cache", "no cache"],
    ["When was Kubernets set up?", ""],
  ])("are, of %s, %s", (text, words) => {
    expect([...literalWords(text, quotedPhrases(text))].join(" ")).toBe(words);
  });
});

describe("containsIdentifier", () => {
  it("finds a name only whole and in its own case", () => {
    expect(containsIdentifier("call getUser(1)", "getUser")).toBe(true);
    expect(containsIdentifier("call getUserById(1)", "getUser")).toBe(false);
    expect(containsIdentifier("getUserById or getUser.", "getUser")).toBe(true);
    expect(containsIdentifier("GETUSER", "getUser")).toBe(false);
    expect(containsIdentifier("MY_JINA_API_KEY", "JINA_API_KEY")).toBe(false);
  });

  it("does not ask for a boundary where the name ends in punctuation", () => {
    expect(containsIdentifier("in C++17", "C++")).toBe(true);
    expect(containsIdentifier("in ABC++", "C++")).toBe(false);
  });
});

describe("phrases", () => {
  it("are what stands between double quotes of any kind", () => {
    expect(quotedPhrases('a "b c" “d” «e» ""')).toEqual(["b c", "d", "e"]);
  });

  it("are none when a quote stays open", () => {
    expect(quotedPhrases('5" disk')).toEqual([]);
  });

  it("are found whatever the case, width and white space, and not otherwise", () => {
    expect(containsPhrase("The  Cold\nStart", "cold start")).toBe(true);
    expect(containsPhrase("ＣＯＬＤ start", "cold start")).toBe(true);
    expect(containsPhrase("cold, start", "cold start")).toBe(false);
    expect(containsPhrase("colds tart", "cold start")).toBe(false);
  });
});

describe("querySymbols", () => {
  const symbols = (text: string) => querySymbols(text, queryIdentifiers(text)).map(({ name }) => name);

  it.each([
    ["getUserById", ["getUserById"]],
    ["where is fuse_rrf defined?", ["fuse_rrf"]],
    ["Hono.get", ["get"]],
    ["std::vector", ["vector"]],
    ["load()", ["load"]],
    ["Context", ["Context"]],
    ["when do we deploy", []],
    ["C++", []],
  ])("of %j are %j", (text, expected) => {
    expect(symbols(text)).toEqual(expected);
  });

  it("have the terms of the whole name, and of its parts", () => {
    expect(querySymbols("Hono.getPath", queryIdentifiers("Hono.getPath"))).toEqual([
      { name: "getPath", stems: ["hono", "getpath", "get", "path"] },
    ]);
  });
});
