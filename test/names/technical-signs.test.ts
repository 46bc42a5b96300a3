import { describe, expect, it } from "vitest";
import { quotedName, technicalName, urlName } from "../../src/names/technical-names.ts";

const shown = (found: ReturnType<typeof technicalName>) =>
  found && `${found.type} ${found.name} ${found.evidence}`;
const words = (text: string) => text.split(" ");

describe("an error's name", () => {
  it.each(
    words(
      `ENOENT EACCES EEXIST EPERM EPIPE ECONNREFUSED ECONNRESET ECONNABORTED ETIMEDOUT EADDRINUSE EHOSTUNREACH ENOTDIR EISDIR ENOTEMPTY EMFILE ENOSPC EROFS EBUSY EINVAL EAGAIN EINTR ENOTFOUND EAI_AGAIN ERESOLVE EBADF`,
    ),
  )("may be the system's %s", (name) => {
    expect(shown(technicalName(name))).toBe(`error ${name} 1`);
    expect(technicalName(`X${name}`)?.type).not.toBe("error");
  });

  it.each([
    ["FooError", "error FooError 1"],
    ["FooException", "error FooException 1"],
    ["FooFault", "error FooFault 1"],
    ["a.b.FooError", "error FooError 1"],
    ["ERR_FOO", "error ERR_FOO 1"],
    ["E_FOO", "error E_FOO 1"],
    ["FOO_ERROR", "error FOO_ERROR 1"],
    ["FOO_ERR", "error FOO_ERR 1"],
    ["FOO_FAILED", "error FOO_FAILED 1"],
    ["FOO_FAILURE", "error FOO_FAILURE 1"],
    ["FOO_DIFF", "error FOO_DIFF 1"],
    ["FOO_DENIED", "error FOO_DENIED 1"],
    ["FOO_ERRORS", "variable FOO_ERRORS 1"],
    ["MY_ERR_FOO", "variable MY_ERR_FOO 1"],
    ["TS1234", "error TS1234 0.5"],
    ["TS123", "error TS123 0.5"],
    ["TS12345", "error TS12345 0.5"],
    ["TS123456", undefined],
    ["E1234", "error E1234 0.5"],
    ["ABCDEFGH123", "error ABCDEFGH123 0.5"],
    ["ABCDEFGHI123", undefined],
    ["fooError", "code fooError 1"],
  ])("%s is %s", (word, expected) => {
    expect(shown(technicalName(word))).toBe(expected);
  });
});

describe("a ticket", () => {
  it.each([
    ["AB-1", "ticket AB-1 1"],
    ["A1-1", "ticket A1-1 1"],
    ["ABCDEFGHIJ-1", "ticket ABCDEFGHIJ-1 1"],
    ["ABCDEFGHIJK-1", undefined],
    ["AB-123456", "ticket AB-123456 1"],
    ["AB-E12", "error AB-E12 1"],
    ["AB-W12", "error AB-W12 1"],
    ["AB-X12", "ticket AB-X12 1"],
    ["a/b#1", "ticket a/b#1 1"],
    ["a/b#1234567", undefined],
    ["#12", "ticket #12 0.6"],
    ["GH-12", "ticket GH-12 1"],
    ["MR!12", "ticket MR!12 0.6"],
    ["#123456", "ticket #123456 0.6"],
    ["#1234567", undefined],
  ])("%s is %s", (word, expected) => {
    expect(shown(technicalName(word))).toBe(expected);
  });

  it.each(
    words(
      "UTF SHA ISO RFC AES MD GPT HTTP IPV TLS RSA EN DIN IEEE ES BM PEP COVID MP ASCII CP WINDOWS USB CRC FTS",
    ),
  )("%s-16 is none, but a standard", (name) => {
    expect(technicalName(`${name}-16`)?.type).not.toBe("ticket");
    expect(shown(technicalName(`X${name}-16`))).toBe(`ticket X${name}-16 1`);
  });
});

describe("a variable", () => {
  it.each([
    ["A_B", "variable A_B 1"],
    ["A1_B2", "variable A1_B2 1"],
    [["$", "{A_B}"].join(""), "variable A_B 1"],
    ["import.meta.env.A_B", "variable A_B 1"],
    ["env.A_B", "variable A_B 1"],
    ["A_B=x", "variable A_B 1"],
    ["$AB", "variable AB 1"],
    ["import.meta.env.AB", "variable AB 1"],
    [`$A${"B".repeat(60)}`, `variable A${"B".repeat(60)} 1`],
    [`$A${"B".repeat(61)}`, `code $A${"B".repeat(61)} 1`],
    ["$A", "code $A 1"],
    ["1_B", undefined],
    ["env.AB", "code env.AB 0.8"],
  ])("%s is %s", (word, expected) => {
    expect(shown(technicalName(word))).toBe(expected);
  });
});

describe("a package, a handle, an address", () => {
  it.each([
    ["@a/b", "package @a/b 1"],
    ["@a.b/c_d-e", "package @a.b/c_d-e 1"],
    ["@a/b@^1.2", "package @a/b 1"],
    ["@a/b/c.js", "package @a/b 1"],
    ["ab@1", "package ab 1"],
    ["ab@^1.0", "package ab 1"],
    ["ab@~1.0", "package ab 1"],
    ["ab@next", "package ab 1"],
    ["ab@beta", "package ab 1"],
    ["a@1", undefined],
    ["node:fs", "package node:fs 1"],
    ["@ana", "handle @ana 1"],
    ["@ana-b_2", "handle @ana-b_2 1"],
    ["@é1", "handle @é1 1"],
    [`@${"a".repeat(39)}`, `handle @${"a".repeat(39)} 1`],
    [`@${"a".repeat(40)}`, undefined],
    ["@1a", undefined],
    ["a.b+c@d-e.fg.hi", "handle a.b+c@d-e.fg.hi 1"],
    ["a@b", undefined],
  ])("%s is %s", (word, expected) => {
    expect(shown(technicalName(word))).toBe(expected);
  });
});

describe("a file", () => {
  it.each(
    words(
      `js ts jsx tsx cjs mts vue svelte astro md mdx rst txt json jsonl yaml yml toml ini cfg conf lock csv tsv parquet sql sqlite sqlite3 py ipynb rb rs go java kt swift php cs cpp cc hh htm html xml svg css sass scss less sh bash zsh ps1 pdf doc docx xls xlsx png jpg jpeg gif webp wav mp3 mp4 zip gz tgz tar wasm graphql hbs ejs tf pem onnx exe dll`,
    ),
  )("may end in .%s", (ending) => {
    expect(shown(technicalName(`ab.${ending}`))).toBe(`path ab.${ending} 1`);
    expect(shown(technicalName(`ab.${ending.toUpperCase()}`))).toBe(`path ab.${ending.toUpperCase()} 1`);
    expect(technicalName(`ab.${ending}zzz`)?.type).not.toBe("path");
  });

  it.each(words("log env key h so db bin patch diff proto"))("may end in .%s in a folder only", (ending) => {
    expect(shown(technicalName(`x/ab.${ending}`))).toBe(`path x/ab.${ending} 1`);
    expect(technicalName(`ab.${ending}`)?.type).not.toBe("path");
  });

  it.each([
    ["a.ts:1", "path a.ts 1"],
    ["a.ts:1:2", "path a.ts 1"],
    ["x/a.ts:1-2", "path x/a.ts 1"],
    ["*.ts", "path *.ts 1"],
    ["*a.ts", "path *a.ts 1"],
    ["[id].ts", "path [id].ts 1"],
    ["~/a", undefined],
    ["~/ab", "path ~/ab 1"],
    ["./ab", "path ./ab 1"],
    ["../ab", "path ../ab 1"],
    ["/ab/c", "path /ab/c 1"],
    ["$HOME/ab", "path $HOME/ab 1"],
    ["#/ab", "path #/ab 1"],
    ["./a", undefined],
    ["C:\\a b\\c", "path C:\\a b\\c 1"],
    ["c:\\a", undefined],
    [".env", "path .env 0.6"],
    [".env.local", "path .env.local 0.6"],
    [".github", "path .github 0.6"],
    [".npmrc", "path .npmrc 0.6"],
    [".editorconfig", "path .editorconfig 0.6"],
    [".gitattributes", "path .gitattributes 0.6"],
    [".gitkeep", "path .gitkeep 0.6"],
    [".gitmodules", "path .gitmodules 0.6"],
    [".foo", undefined],
    ["a/b", undefined],
    ["a/b/c/", "path a/b/c/ 0.6"],
    ["A/b/c", undefined],
    ["Next.js", "product Next.js 0.8"],
    ["NextAuth.js", "path NextAuth.js 1"],
  ])("%s is %s", (word, expected) => {
    expect(shown(technicalName(word))).toBe(expected);
  });
});

describe("a name in code", () => {
  it.each(
    words(
      `service server api worker db app cli bot client repo cluster queue bucket job cron proxy gateway prod staging backend frontend sdk plugin config`,
    ),
  )("may end in -%s", (ending) => {
    expect(shown(technicalName(`a-${ending}`))).toBe(`code a-${ending} 1`);
    expect(shown(technicalName(`ab-c-${ending}`))).toBe(`code ab-c-${ending} 1`);
    expect(technicalName(`A-${ending}`)).toBeUndefined();
  });

  it.each([
    ["web-1a", undefined],
    ["web-a1", "code web-a1 1"],
    ["web-01", "code web-01 1"],
    ["web-1", undefined],
    ["web-1234", "code web-1234 1"],
    ["web-12345", undefined],
    ["aB", "code aB 1"],
    ["_aB", "code _aB 1"],
    ["macOS", "product macOS 0.8"],
    ["_a_b", "code _a_b 1"],
    ["a__b", "code a__b 1"],
    ["a_a->bb", "code a_a->bb 0.8"],
    ["aa?.bb", "code aa?.bb 0.8"],
    ["aa.bb.cc.dd.ee.ff", "code aa.bb.cc.dd.ee.ff 0.8"],
    ["aa.bb.cc.dd.ee.ff.gg", undefined],
    ["a.b.c", undefined],
    ["ab(c)", "code ab 1"],
    ["ab.cd(x)", "code ab.cd 0.8"],
    [`ab(${"x".repeat(60)})`, "code ab 1"],
    [`ab(${"x".repeat(61)})`, undefined],
    ["if(x)", undefined],
    ["Quill.ai", "product Quill.ai 1"],
    ["quill.ai", "url quill.ai 0.6"],
    ["a.quill.dev", "url a.quill.dev 0.6"],
    ["quill.xyz", "code quill.xyz 0.8"],
    ["kHz", undefined],
    ["0x1234567", undefined],
    ["deadbee", undefined],
    ["v1.2", undefined],
    ["1.2-rc.1", undefined],
    ["12:30h", undefined],
  ])("%s is %s", (word, expected) => {
    expect(shown(technicalName(word))).toBe(expected);
  });
});

describe("between backticks", () => {
  it.each([
    ["</Foo>", "code Foo 1"],
    ["<Foo/>", "code Foo 1"],
    ["<my-foo>", "code my-foo 1"],
    ['"abc"', "code abc 1"],
    ["abc,", "code abc 1"],
    ["abc>", "code abc 1"],
    ["a:b", "code a:b 1"],
    ["ab cd", "code ab cd 0.5"],
    ["ab --cd", "code ab --cd 0.5"],
    ["ab =cd", undefined],
    ["Ab cd", undefined],
    ["const ab", undefined],
    ["http://a.b/c", "url http://a.b/c 1"],
    ["httpx", undefined],
    ["TRUE", undefined],
    ["0xdeadbee", undefined],
    ["a/b", "path a/b 1"],
    ["web-03", "code web-03 1"],
    ["todo", undefined],
  ])("%s is %s", (code, expected) => {
    expect(shown(quotedName(code))).toBe(expected);
  });

  it.each([".", ",", ":", ";", "!", "*", "_", "'", "’", "/", "?x", "#x", "?x\ny"])(
    "an address ends before %j",
    (end) => {
      expect(urlName(`https://hono.dev/a${end}`)?.name).toBe("https://hono.dev/a");
    },
  );
});
