import { describe, expect, it } from "vitest";
import { quotedName, technicalName, urlName } from "../../src/names/technical-names.ts";

type Shown = ReturnType<typeof technicalName>;
const shown = (found: Shown) => found && `${found.type} ${found.name} ${found.evidence}`;
const long = (head: string, tail: string, length: number) => head + tail.repeat(length - head.length);

describe("a word in the notation of machines", () => {
  it.each([
    ["ENOENT", "error ENOENT 1"],
    ["orders-service", "code orders-service 1"],
    ["web-03", "code web-03 1"],
    ["db-2031", "code db-2031 1"],
    ["#381", "ticket #381 0.6"],
    ["!44", "ticket !44 0.6"],
    ["PR#381", "ticket PR#381 0.6"],
    ["ROB-482", "ticket ROB-482 1"],
    ["#ROB-482", "ticket ROB-482 1"],
    ["ROB-E42", "error ROB-E42 1"],
    ["quill/motion#44", "ticket quill/motion#44 1"],
    ["$HOME", "variable HOME 1"],
    [["$", "{HOME_DIR}"].join(""), "variable HOME_DIR 1"],
    ["process.env.PORT", "variable PORT 1"],
    ["env.MY_PORT", "variable MY_PORT 1"],
    ["DB_URL=postgres://x", "variable DB_URL 1"],
    ["ERR_TIMEOUT", "error ERR_TIMEOUT 1"],
    ["E_FAIL", "error E_FAIL 1"],
    ["X_DENIED", "error X_DENIED 1"],
    ["java.lang.NullPointerException", "error NullPointerException 1"],
    ["KernelPanic", "error KernelPanic 1"],
    ["armDriver", "code armDriver 1"],
    ["$fooBar", "code $fooBar 1"],
    ["iPhone", "product iPhone 0.8"],
    ["@quill/motion/sub", "package @quill/motion 1"],
    ["@quill/motion@2.1.0", "package @quill/motion 1"],
    ["left-pad@1.2.0", "package left-pad 1"],
    ["left-pad@latest", "package left-pad 1"],
    ["node:fs/promises", "package node:fs/promises 1"],
    ["@dmitri", "handle @dmitri 1"],
    ["ines@quillhaven.example", "handle ines@quillhaven.example 1"],
    ["index.ts", "path index.ts 1"],
    ["index.ts:40:2", "path index.ts 1"],
    ["src/index.ts:40-60", "path src/index.ts 1"],
    ["/etc/passwd", "path /etc/passwd 1"],
    ["a/b/c", "path a/b/c 0.6"],
    ["C:\\Users\\me", "path C:\\Users\\me 1"],
    [".gitignore", "path .gitignore 0.6"],
    ["x/console.log", "path x/console.log 1"],
    ["console.log", "code console.log 0.8"],
    ["vue.js", "path vue.js 1"],
    ["Vue.js", "product Vue.js 0.8"],
    ["foo_bar", "code foo_bar 1"],
    ["foo::bar", "code foo::bar 0.8"],
    ["Foo#bar", "code Foo#bar 0.8"],
    ["run()", "code run 1"],
    ["run(x, y)", "code run 1"],
    ["Buildkite.io", "product Buildkite.io 1"],
    ["www.quill.org", "url www.quill.org 0.6"],
    ["TS2304", "error TS2304 0.5"],
  ])("%s is %s", (word, expected) => {
    expect(shown(technicalName(word))).toBe(expected);
  });

  it.each([
    ["an ordinary word", "driver"],
    ["one letter", "E"],
    ["a day", "2031-02-11"],
    ["a version", "v2.1.0-beta.1"],
    ["a number of one digit", "#1"],
    ["a hash", "deadbeef1"],
    ["an id", "550e8400-e29b-41d4"],
    ["a unit", "kHz"],
    ["an encoding", "UTF-8"],
    ["a standard", "CP-1252"],
    ["too long a number of a ticket", "ROB-1234567"],
    ["a package without a version", "left-pad@foo"],
    ["a handle of one letter", "@d"],
    ["an address without a domain", "ines@host"],
    ["a word or another", "left/right"],
    ["three words in capitals", "a/B/c"],
    ["a member of one letter", "a.b"],
    ["two digits behind letters", "AB12"],
    ["two letters and a dot", ".x"],
  ])("is none that is %s", (_, word) => {
    expect(technicalName(word)).toBeUndefined();
  });

  it("has at most 80 characters, 200 where it is a place", () => {
    expect(technicalName(long("a_", "b", 80))).toBeDefined();
    expect(technicalName(long("a_", "b", 81))).toBeUndefined();
    expect(technicalName(long("A_", "B", 80))?.type).toBe("variable");
    expect(technicalName(long("A_", "B", 81))).toBeUndefined();
    expect(technicalName(long("/etc/", "b", 200))?.type).toBe("path");
    expect(technicalName(long("/etc/", "b", 201))).toBeUndefined();
  });
});

describe("what stands between backticks", () => {
  it.each([
    ["marlin", "code marlin 0.6"],
    ["marlin-driver", "code marlin-driver 1"],
    ["run()", "code run 1"],
    ["<BaseButton to='x'>", "code BaseButton 1"],
    ["'abc'", "code abc 1"],
    ["abc;", "code abc 1"],
    ["npm run build", "code npm run build 0.5"],
    ["https://hono.dev/docs", "url https://hono.dev/docs 1"],
    ["left/right", "path left/right 1"],
    [".env", "path .env 1"],
    ["#381", "ticket #381 1"],
  ])("%s is %s", (code, expected) => {
    expect(shown(quotedName(code))).toBe(expected);
  });

  it.each([
    ["a keyword", "True"],
    ["one letter", "x"],
    ["a tag of HTML", "</div>"],
    ["a statement", "return x"],
    ["a comparison", "a = b"],
    ["an event", "@click"],
    ["a stop word", "the"],
    ["a version", "1.2"],
    ["a hash", "deadbeef1"],
    ["a mark", "TODO"],
    ["a scheme", "http"],
    ["an address and more", "https://hono.dev docs"],
    ["five words", "ab cd ef gh ij"],
  ])("is no name that is %s", (_, code) => {
    expect(quotedName(code)).toBeUndefined();
  });

  it("has at most 80 characters, and four words", () => {
    expect(quotedName("x".repeat(80))).toBeDefined();
    expect(quotedName("x".repeat(81))).toBeUndefined();
    expect(quotedName("ab cd ef gh")).toBeDefined();
  });
});

describe("an address", () => {
  it.each([
    ["https://hono.dev/docs?x=1#y", "https://hono.dev/docs"],
    ["https://hono.dev/", "https://hono.dev"],
    ["https://hono.dev/a.,", "https://hono.dev/a"],
    ["https://notexample.com", "https://notexample.com"],
    ["https://a.b", "https://a.b"],
    ["http://a.b", undefined],
    ["https://intranet/page", undefined],
    ["https://localhost:8080/x.y", undefined],
    ["http://127.0.0.1:8080", undefined],
    ["http://0.0.0.0/x", undefined],
    ["https://www.example.org/x", undefined],
    [long("https://a.b/", "x", 200), long("https://a.b/", "x", 200)],
    [long("https://a.b/", "x", 201), undefined],
  ])("%s is named %s", (url, name) => {
    expect(urlName(url)?.name).toBe(name);
  });
});
