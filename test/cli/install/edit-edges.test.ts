import { describe, expect, it } from "vitest";
import { setJsonEntry } from "../../../src/cli/install/edit-json.ts";
import { setTomlEntry, tomlText } from "../../../src/cli/install/edit-toml.ts";

const PATH = ["servers", "own"] as const;
const set = (text: string) => setJsonEntry(text, PATH, { a: 1 });

describe("an entry in a JSON file", () => {
  it.each<[string, string, string]>([
    [
      "a blank file, after its blanks",
      " \n",
      ' \n{\n  "servers": {\n    "own": {\n      "a": 1\n    }\n  }\n}\n',
    ],
    [
      "a file of a mark alone, after it",
      "\ufeff",
      '\ufeff{\n  "servers": {\n    "own": {\n      "a": 1\n    }\n  }\n}\n',
    ],
    [
      "an object of a comment alone, before it",
      "{ // c\n}",
      '{\n  "servers": {\n    "own": {\n      "a": 1\n    }\n  } // c\n}',
    ],
    [
      "an object of several lines that is empty",
      "{\n}",
      '{\n  "servers": {\n    "own": {\n      "a": 1\n    }\n  }\n}',
    ],
    [
      "the steps of four blanks that are there",
      '{\n    "b": 1\n}',
      '{\n    "b": 1,\n    "servers": {\n        "own": {\n            "a": 1\n        }\n    }\n}',
    ],
    [
      "a line of all, with steps of two blanks",
      '{"b": 1}',
      '{"b": 1,\n"servers": {\n  "own": {\n    "a": 1\n  }\n}}',
    ],
    [
      "an object with others, as far in as the last of them",
      '{"servers": {\n\t\t"b": {}\n\t}}',
      '{"servers": {\n\t\t"b": {},\n\t\t"own": {\n\t\t  "a": 1\n\t\t}\n\t}}',
    ],
    [
      "the place of one that says other things",
      '{\n "servers": {\n  "own": {"a": 2}\n }\n}',
      '{\n "servers": {\n  "own": {\n   "a": 1\n  }\n }\n}',
    ],
    [
      "the place of one that is no object",
      '{"servers": {"own": null}}',
      '{"servers": {"own": {\n  "a": 1\n}}}',
    ],
    [
      "the last of several objects of servers",
      '{"servers": {"own": 1}, "servers": {}}',
      '{"servers": {"own": 1}, "servers": {\n  "own": {\n    "a": 1\n  }\n}}',
    ],
  ])("goes into %s", (_, text, edited) => {
    expect(set(text)).toBe(edited);
  });

  it("is the same where only blanks in it are others, and not where its keys are in another order", () => {
    const same = '{"servers": {"own": { "a" : 1 }}}';
    expect(set(same)).toBe(same);
    const turned = '{"servers": {"own": {"b": 2, "a": 1}}}';
    expect(setJsonEntry(turned, PATH, { a: 1, b: 2 })).not.toBe(turned);
  });

  it.each([
    ["7", "It is no JSON object"],
    ['{"servers": null}', '"servers" is no JSON object'],
    ['\n\n{"a": }', "line 3"],
    ['{"a": 1} // end\nx', "line 2"],
  ])("is refused for %j", (text, message) => {
    expect(() => set(text)).toThrow(message);
  });
});

describe("an entry in a TOML file", () => {
  const at = ["s", "own"] as const;
  const entry = { command: "node", args: ["a b", "\u007f"] };
  const block = '[s.own]\ncommand = "node"\nargs = ["a b", "\\u007f"]\n';

  it("is a table with its variables in one line, where it has any", () => {
    expect(tomlText(at, entry)).toBe(block);
    expect(tomlText(at, { ...entry, env: {} })).toBe(block);
    expect(tomlText(at, { ...entry, env: { A: "1", B: '"' } })).toBe(
      `${block}env = { A = "1", B = "\\"" }\n`,
    );
  });

  it.each<[string, string, string]>([
    ["after an empty line that is there", "a = 1\n\n", `a = 1\n\n${block}`],
    ["after one of its own", "a = 1\n", `a = 1\n\n${block}`],
    ["behind a mark and other settings", "\ufeffa = 1\n", `\ufeffa = 1\n\n${block}`],
    ["in place of the one before, up to the next header", "[s.own]\nb = 1\n[t]\n", `${block}[t]\n`],
    [
      "in place of the one before, up to what belongs to the next",
      "[s.own]\nb = 1\n\n# t's\n\n[t]\n",
      `${block}\n# t's\n\n[t]\n`,
    ],
    [
      "in place of the one before and what is below it",
      "[s.own]\nb = 1\n[s.own.env]\nc = 1\n[s.own.x.y]\n",
      block,
    ],
    [
      "in place of parts apart",
      "[s.own]\n[t]\nd = 1\n[s.own.env]\nc = 1\n[u]\n",
      `${block}[t]\nd = 1\n[u]\n`,
    ],
    ["beside one whose name begins alike", "[s.own-2]\nb = 1\n", `[s.own-2]\nb = 1\n\n${block}`],
    ["beside one of another kind", "[t.own]\nb = 1\n", `[t.own]\nb = 1\n\n${block}`],
    ["in place of one behind blanks and with a note", "  [ s . own ]  # note\nb = 1\n", block],
    [
      "beside a text that looks like its header",
      'a = """\n[s.own]\n"""\n',
      `a = """\n[s.own]\n"""\n\n${block}`,
    ],
    ["beside a list over lines", "a = [\n[1],\n]\n", `a = [\n[1],\n]\n\n${block}`],
  ])("goes %s", (_, text, edited) => {
    expect(setTomlEntry(text, at, entry)).toBe(edited);
    expect(setTomlEntry(edited, at, entry)).toBe(edited);
  });

  it.each([
    ["[s.own]\nb = 1\n", block],
    ["[s.own] # c\nb = 1\n\n# t's\n\n[t]\n", `${block}\n# t's\n\n[t]\n`],
    ["a = 1\n", `a = 1\n\n${block}`],
  ])("keeps Windows line ends, each once: %j", (text, expected) => {
    const windows = (lines: string) => lines.replaceAll("\n", "\r\n");
    const edited = setTomlEntry(windows(text), at, entry);
    expect(edited).toBe(windows(expected));
    expect(setTomlEntry(edited, at, entry)).toBe(edited);
  });

  it("is refused for a file over a million characters", () => {
    const long = (length: number) => `#${"x".repeat(length - 1)}`;
    expect(setTomlEntry(long(1_000_000), at, entry)).toContain(block);
    expect(() => setTomlEntry(long(1_000_001), at, entry)).toThrow("over 1000000 characters");
  });
});
