import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOf, jsonText, readJson, setJsonEntry } from "../../../src/cli/install/edit-json.ts";
import { setTomlEntry, tomlText } from "../../../src/cli/install/edit-toml.ts";

const PATH = ["mcpServers", "edge-recall"] as const;
const TOML_PATH = ["mcp_servers", "edge-recall"] as const;
const ENTRY = { command: "node", args: ["/opt/recall.js", "mcp"] };

/** What is in both texts, at their ends, and between these in each. */
function changed(before: string, after: string): { readonly gone: string; readonly added: string } {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before.at(-1 - end) === after.at(-1 - end)
  )
    end += 1;
  return { gone: before.slice(start, before.length - end), added: after.slice(start, after.length - end) };
}

/** JSON that means the same: comments and commas at the end taken out. */
function plain(text: string): unknown {
  const strings = /"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g;
  const bare = text.replace(/^\uFEFF/, "").replace(strings, (found) => (found.startsWith('"') ? found : " "));
  const commas = /"(?:[^"\\]|\\.)*"|,(\s*[}\]])/g;
  return JSON.parse(bare.replace(commas, (found, end?: string) => end ?? found));
}

describe("an entry in a JSON file", () => {
  it.each([
    ["an empty file", "", `{\n  "mcpServers": {\n    "edge-recall": {`],
    ["an empty object", "{}\n", `{\n  "mcpServers": {\n    "edge-recall": {`],
    [
      "other settings",
      '{\n\t"theme": "dark"\n}\n',
      '{\n\t"theme": "dark",\n\t"mcpServers": {\n\t\t"edge-recall": {',
    ],
    ["no other server", '{"mcpServers":{}}', '{"mcpServers":{\n  "edge-recall": {'],
    [
      "comments and a comma at the end",
      '{\n  // mine\n  "mcpServers": {\n    "a": {}, // keep\n  },\n}\n',
      '"a": {},\n    "edge-recall": {',
    ],
    [
      "Windows line ends",
      '{\r\n  "a": 1\r\n}\r\n',
      '{\r\n  "a": 1,\r\n  "mcpServers": {\r\n    "edge-recall": {\r\n',
    ],
  ])("goes into %s", (_, text, expected) => {
    const edited = setJsonEntry(text, PATH, ENTRY);
    expect(edited).toContain(expected);
    expect(plain(edited)).toEqual({
      ...(text === "" ? {} : (plain(text) as object)),
      mcpServers: { ...(text.includes('"a": {}') && { a: {} }), "edge-recall": ENTRY },
    });
    expect(setJsonEntry(edited, PATH, ENTRY)).toBe(edited);
    if (text.includes("\r\n")) expect(edited.replaceAll("\r\n", "")).not.toContain("\n");
  });

  it("goes behind a byte order mark, which stays", () => {
    expect(setJsonEntry('\uFEFF{"mcpServers": {}}', PATH, ENTRY)).toMatch(
      /^\uFEFF\{"mcpServers": \{\s*"edge-recall": \{/,
    );
    expect(plain(setJsonEntry('\uFEFF{"mcpServers": {}}', PATH, ENTRY).slice(1))).toEqual({
      mcpServers: { "edge-recall": ENTRY },
    });
  });

  it("takes the place of the one before, and of nothing else", () => {
    const old = '{"mcpServers": { "edge-recall" : {"command":"old"} , "b":{} }, "c": [1,2 ] }';
    expect(changed(old, setJsonEntry(old, PATH, ENTRY)).gone).toBe('"command":"old"');
    const named = '{"edge-recall": 1, "x": {"mcpServers": {"edge-recall": 2}}}';
    expect(plain(setJsonEntry(named, PATH, ENTRY))).toEqual({
      ...(JSON.parse(named) as object),
      mcpServers: { "edge-recall": ENTRY },
    });
  });

  it.each([
    ["{", "line 1"],
    ['{\n"a": 1\n"b": 2}', "line 3"],
    ["[]", "no JSON object"],
    ['{"mcpServers": []}', '"mcpServers" is no JSON object'],
    ['{"a": "\\x"}', "line 1"],
    ["{} {}", "line 1"],
    ["[".repeat(100_000), "line 1"],
  ])("is refused for %j", (text, message) => {
    expect(() => setJsonEntry(text, PATH, ENTRY)).toThrow(message);
  });

  const key = fc.oneof(fc.constantFrom("mcpServers", "edge-recall", "__proto__"), fc.string());
  const comment = fc.constantFrom("", "", " ", "\n", "// note\n", "/* a, } */", "\r\n\t");

  it("leaves every byte of anything else, wherever white space and comments stand", () => {
    const settings = fc.dictionary(key, fc.jsonValue(), { noNullPrototype: true });
    const servers = fc.option(
      fc.dictionary(key, fc.record({ command: fc.string() }), { noNullPrototype: true }),
    );
    fc.assert(
      fc.property(
        settings,
        servers,
        fc.integer({ min: 0, max: 4 }),
        fc.infiniteStream(comment),
        (rest, own, step, gaps) => {
          const { mcpServers: _, ...others } = rest;
          const whole = own === null ? others : { ...others, mcpServers: own };
          const text = JSON.stringify(whole, null, step).replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (token) =>
            token.startsWith('"') ? token : `${token}${gaps.next().value}`,
          );
          const edited = setJsonEntry(text, PATH, ENTRY);
          const expected = { ...whole, mcpServers: { ...own, "edge-recall": ENTRY } };
          expect(plain(edited)).toEqual(expected);
          const { gone } = changed(text, edited);
          const before = own?.["edge-recall"];
          // Only a server of that name can have been there before.
          if (before === undefined) expect(gone.trim()).toBe("");
          expect(setJsonEntry(edited, PATH, ENTRY)).toBe(edited);
        },
      ),
    );
  });

  it("reads exactly what JSON.parse reads, comments and commas at the end apart", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: "binary-ascii" })), (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        if (isJson) expect(endOf(readJson(text))).toBeLessThanOrEqual(text.length);
        else if (!/[/,]/.test(text)) expect(() => readJson(text)).toThrow();
      }),
    );
  });

  it("is printed as it would be written", () => {
    expect(jsonText(PATH, ENTRY)).toBe(setJsonEntry("", PATH, ENTRY));
  });
});

describe("an entry in a TOML file", () => {
  const block = tomlText(TOML_PATH, ENTRY);

  it.each([
    ["an empty file", "", block],
    ["other settings", 'model = "x"\n', `model = "x"\n\n${block}`],
    ["a file without a last newline", "[a]\nb = 1", `[a]\nb = 1\n\n${block}`],
    [
      "the place of the one before, between others",
      '[a]\nb = """\n[mcp_servers.edge-recall]\n"""\n\n# mine\n[mcp_servers."edge-recall"] # old\ncommand = "old"\nargs = [\n  "[x]",\n  ["y"]\n]\n[mcp_servers.edge-recall.env]\nA = "1"\n\n# next\n[mcp_servers.other]\ncommand = \'c\'\n',
      `[a]\nb = """\n[mcp_servers.edge-recall]\n"""\n\n# mine\n${block}\n# next\n[mcp_servers.other]\ncommand = 'c'\n`,
    ],
  ])("goes into %s", (_, text, expected) => {
    const edited = setTomlEntry(text, TOML_PATH, ENTRY);
    expect(edited).toBe(expected);
    expect(setTomlEntry(edited, TOML_PATH, ENTRY)).toBe(edited);
  });

  it("keeps Windows line ends, and writes strings that TOML reads", () => {
    const edited = setTomlEntry("a = 1\r\n", TOML_PATH, { ...ENTRY, env: { RECALL_HOME: 'C:\\re"call' } });
    expect(edited.replaceAll("\r\n", "")).not.toContain("\n");
    expect(edited).toContain('env = { RECALL_HOME = "C:\\\\re\\"call" }\r\n');
  });

  it.each([
    ["mcp_servers = { edge-recall = {} }\n", "by hand"],
    ['[mcp_servers]\nedge-recall = { command = "x" }\n', "by hand"],
    ["mcp_servers.edge-recall.command = 'x'\n", "by hand"],
    ["what is this\n", "line 1"],
    ["a = [1,\n", "line 2"],
    ["a = 1\nb = '''x\n", "line 2"],
    ['"\\U00110000" = 1\n', "line 1"],
    ['"\\x" = 1\n', "line 1"],
    [`a = """${"x".repeat(1_000_000)}"""`, "over 1000000"],
  ])("is refused for %j", (text, message) => {
    expect(() => setTomlEntry(text, TOML_PATH, ENTRY)).toThrow(message);
  });

  it("reads escapes that JSON has not, and strings as long as a file may be", () => {
    const value = (part: string): string => `a = "${part.repeat(Math.floor(999_000 / part.length))}"\n`;
    for (const text of [
      '"\\U0001F600 \\\\U" = 1\n',
      value("x"),
      value("\\n"),
      `a = ""${value("\\n").slice(4).trimEnd()}""\n`,
    ])
      expect(setTomlEntry(text, TOML_PATH, ENTRY)).toBe(`${text}\n${block}`);
    const named = '[mcp_servers."\\U00000065dge-recall"]\ncommand = "old"\n';
    expect(setTomlEntry(named, TOML_PATH, ENTRY)).toBe(block);
  });

  it("leaves every byte of other tables", () => {
    const value = fc.constantFrom(
      '"a"',
      "1",
      "'[x]'",
      '"""\n[mcp_servers.edge-recall]\n"""',
      "[\n  [1],\n]",
      "{ a = 1 }",
      "true # c",
    );
    const name = fc.constantFrom("a", "b.c", '"quo ted"', "mcp_servers.other", "mcp_servers");
    const table = fc.tuple(name, fc.array(value, { maxLength: 3 }));
    fc.assert(
      fc.property(
        fc.uniqueArray(table, { selector: ([own]) => own, maxLength: 5 }),
        fc.boolean(),
        (tables, isThere) => {
          const others = tables.map(
            ([own, values]) => `[${own}]\n${values.map((one, at) => `k${at} = ${one}\n`).join("")}# end\n`,
          );
          const old = isThere ? '[mcp_servers.edge-recall]\ncommand = "old"\n' : "";
          const half = Math.floor(others.length / 2);
          const text = [...others.slice(0, half), old, ...others.slice(half)].join("");
          const edited = setTomlEntry(text, TOML_PATH, ENTRY);
          expect(edited.split(block)).toHaveLength(2);
          const [before = "", after = ""] = edited.split(block);
          const rest = isThere ? before + after : before.replace(/\n$/, "") + after;
          expect(rest.trimEnd()).toBe(others.join("").trimEnd());
        },
      ),
    );
  });
});

describe("an entry that is there several times, or in another form", () => {
  it("stays as it is written where it says the same", () => {
    const text = '{"mcpServers": {"a": {"y":3}}}';
    expect(setJsonEntry(text, ["mcpServers", "a"], { y: 3 })).toBe(text);
  });

  it("replaces the last of one name, which is the one that counts", () => {
    const text = '{"mcpServers": {"a": {"x": 1}, "a": {"x": 2}}}';
    expect(setJsonEntry(text, ["mcpServers", "a"], { y: 3 })).toBe(
      '{"mcpServers": {"a": {"x": 1}, "a": {\n  "y": 3\n}}}',
    );
  });
});
