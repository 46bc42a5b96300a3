import { describe, expect, it } from "vitest";
import { isLoopback, remoteHost } from "../../src/client/loopback.ts";
import { decode, looksLikeText } from "../../src/text/coding/decode-text.ts";
import { isDeploymentFile, isOwnFolder } from "../../src/client/push/own-entries.ts";
import { planBatches } from "../../src/client/push/plan-batches.ts";
import { planPages } from "../../src/client/push/plan-pages.ts";
import { typedClient } from "../../src/client/typed-client.ts";
import { isBinaryName } from "../../src/text/skip-rules.ts";

describe("pages of a manifest", () => {
  const pagesOf = (paths: string) =>
    planPages(
      [...paths].map((path) => ({ path })),
      2,
    ).map(({ files, after, upTo }) => [files.map(({ path }) => path).join(""), after, upTo]);

  it.each<[string, readonly (readonly (string | null)[])[]]>([
    ["", [["", "", null]]],
    ["a", [["a", "", null]]],
    ["ab", [["ab", "", null]]],
    [
      "abc",
      [
        ["ab", "", "b"],
        ["c", "b", null],
      ],
    ],
    [
      "abcd",
      [
        ["ab", "", "b"],
        ["cd", "b", null],
      ],
    ],
    [
      "abcde",
      [
        ["ab", "", "b"],
        ["cd", "b", "d"],
        ["e", "d", null],
      ],
    ],
  ])("of %j cover every path once", (paths, pages) => {
    expect(pagesOf(paths)).toEqual(pages);
  });
});

it.each<[readonly number[], readonly (readonly number[])[]]>([
  [[], []],
  [[4, 6], [[4, 6]]],
  [
    [4, 7],
    [[4], [7]],
  ],
  [
    [11, 1],
    [[11], [1]],
  ],
  [
    [1, 1, 1, 1],
    [[1, 1, 1], [1]],
  ],
  [
    [6, 6, 4],
    [[6], [6, 4]],
  ],
  [
    [4, 4, 4],
    [[4, 4], [4]],
  ],
])("uploads of files of %j bytes are %j", (sizes, batches) => {
  const limits = { maxBatchBytes: 10, maxBatchFiles: 3 };
  const planned = planBatches(
    sizes.map((bytes) => ({ bytes })),
    limits,
  );
  expect(planned.map((batch) => batch.map(({ bytes }) => bytes))).toEqual(batches);
});

describe("bytes of a file", () => {
  const bytes = (...values: readonly number[]) => Uint8Array.from(values);
  const controls = (share: number) => Uint8Array.from({ length: 400 }, (_, at) => (at < share ? 1 : 0x61));

  it("are text with its byte order mark, as pushed", () => {
    expect(decode(bytes(0xef, 0xbb, 0xbf, 0x61))).toEqual({ text: "\ufeffa" });
    expect(decode(bytes())).toEqual({ text: "" });
  });

  it.each([
    ["Latin-1", bytes(0x63, 0x61, 0x66, 0xe9), { text: "caf\u00e9", encoding: "windows-1252" }],
    ["little-endian UTF-16", bytes(0xff, 0xfe, 0x61, 0), { text: "a", encoding: "utf-16le" }],
    ["big-endian UTF-16", bytes(0xfe, 0xff, 0, 0x61), { text: "a", encoding: "utf-16be" }],
  ])("that are text in %s are its characters", (_, data, decoded) => {
    expect(decode(data)).toEqual(decoded);
  });

  it.each([
    ["Cyrillic text", bytes(0xcf, 0xf0, 0xe8, 0xe2), "foreign"],
    ["text with what Windows-1252 does not have", bytes(0x63, 0x61, 0x66, 0x66, 0x81), "foreign"],
    ["a NUL in UTF-8", bytes(0x61, 0, 0x62), "binary"],
    ["many controls", bytes(1, 2, 3, 0xff), "binary"],
    ["only the first byte of UTF-16's mark", bytes(0xff, 0x61, 0), "binary"],
    ["only the second byte of UTF-16's mark", bytes(0x61, 0xfe, 0), "binary"],
    ["a mark of UTF-16 further in", bytes(0x61, 0xff, 0xfe, 0), "binary"],
    ["UTF-16 cut in a character", bytes(0xff, 0xfe, 0x61), "binary"],
  ])("that are %s are not pushed", (_, data, kind) => {
    expect(decode(data)).toBe(kind);
  });

  it("may have one control byte in two hundred, and those that texts do have", () => {
    expect([looksLikeText(controls(2)), looksLikeText(controls(3))]).toEqual([true, false]);
    expect(looksLikeText(bytes(9, 10, 12, 13, 27))).toBe(true);
    expect(looksLikeText(bytes(8))).toBe(false);
  });

  it("are judged by the first 8 KB, but for a NUL", () => {
    const controlled = (last: number) =>
      new Uint8Array(9_000)
        .fill(0x61)
        .fill(1, 0, 40)
        .fill(1, last, last + 1);
    expect([8_191, 8_192].map((last) => looksLikeText(controlled(last)))).toEqual([false, true]);
    const late = new Uint8Array(9_000).fill(0x61).fill(1, 8_192);
    expect(looksLikeText(late)).toBe(true);
    expect(looksLikeText(late.fill(0, 8_999))).toBe(false);
  });
});

it.each([
  ["a.PNG", true],
  ["a.b.zip", true],
  ["zip", false],
  [".zip", false],
  ["a.zip.md", false],
  ["a.", false],
])("the name %s says binary: %s", (name, isBinary) => {
  expect(isBinaryName(name)).toBe(isBinary);
});

const entries = (...names: readonly string[]) => names.map((name) => ({ name }));

it.each([
  [["config.json", "signing-secret"], true],
  [["config.json", "trusted-homes.json"], true],
  [["config.json", "machine-id"], true],
  [["run.json", "state"], true],
  [["config.json"], false],
  [["signing-secret", "machine-id"], false],
  [["run.json"], false],
  [["state"], false],
  [["config.json", "state"], false],
])("a folder of %j holds tokens: %s", (names, isOwn) => {
  expect(isOwnFolder(entries(...names))).toBe(isOwn);
});

it("knows a deployment's file by what is beside it", () => {
  expect(isDeploymentFile("deploy.json", entries("deploy.json", "config.json"))).toBe(true);
  expect(isDeploymentFile("deploy.json", entries("deploy.json"))).toBe(false);
  expect(isDeploymentFile("other.json", entries("other.json", "config.json"))).toBe(false);
});

it.each([
  ["http://localhost:1", true],
  ["http://127.9.9.9", true],
  ["http://[::1]:8787/x", true],
  ["http://localhost.evil.example", false],
  ["http://127.0.0.1.evil.example", false],
  ["http://x.localhost", false],
  ["http://128.0.0.1", false],
  ["no url", false],
])("%s is this machine: %s", (url, isHere) => {
  expect(isLoopback(url)).toBe(isHere);
  if (URL.canParse(url)) expect(remoteHost(url)).toBe(isHere ? undefined : new URL(url).host);
});

describe("a name in an address", () => {
  const asked: string[] = [];
  const { v1 } = typedClient("https://recall.example", async (url) => {
    asked.push(url);
    return Response.json({});
  });
  const last = () => asked.at(-1);

  it("is one part of it whatever is in it, and a path as many as it has", async () => {
    await v1.chunks[":id"].$get({ param: { id: "a/b?c#d" } });
    expect(last()).toBe("https://recall.example/v1/chunks/a%2Fb%3Fc%23d");
    await v1.documents[":path"].$get({ param: { path: "ü/50% #1?.md" }, query: {} });
    expect(last()).toBe("https://recall.example/v1/documents/%C3%BC/50%25%20%231%3F.md");
  });

  it.each(["", ".", ".."])("that leads to another route is refused: %j", async (id) => {
    const before = asked.length;
    await expect(v1.chunks[":id"].$get({ param: { id } })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(
      v1.documents[":path"].$get({ param: { path: `a/${id}/b` }, query: {} }),
    ).rejects.toMatchObject({ code: "invalid_input" });
    expect(asked).toHaveLength(before);
  });
});
