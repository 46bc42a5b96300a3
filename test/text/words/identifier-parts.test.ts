import fc from "fast-check";
import { expect, it } from "vitest";
import { shortenDataUris } from "../../../src/text/passage.ts";
import { identifierParts } from "../../../src/text/words/identifier-parts.ts";

it.each([
  ["IL6", ["il", "6"]],
  ["log4cxx", ["log", "4", "cxx"]],
  ["getUserById", ["get", "user", "by", "id"]],
  ["HTTPServer2", ["http", "server", "2"]],
  ["XMLHttpRequest", ["xml", "http", "request"]],
  ["HTTPServer", ["http", "server"]],
  ["getHTTP", ["get", "http"]],
  ["ABc", ["a", "bc"]],
  ["a1", ["a", "1"]],
  ["9a", ["9", "a"]],
  ["Ärger3", ["arger", "3"]],
])("takes %s apart", (word, parts) => {
  expect(identifierParts(word)).toEqual(parts);
});

it("leaves alone what a tokenizer cuts anyway or cannot cut", () => {
  expect(identifierParts("plain Capital ALLCAPS JINA_API_KEY 2024-11-02 foo.bar 東京2024 Ab x")).toEqual([]);
});

it("ignores hashes and encoded data", () => {
  expect(identifierParts("a3f9c2b1d4e5f6a7b8c9d0e1 QmFzZTY0RW5jb2RlZERhdGE3")).toEqual([]);
  expect(identifierParts(`aB${"x".repeat(100)}`)).toEqual([]);
  expect(identifierParts("a1b2c3d4")).toHaveLength(8);
  expect(identifierParts("a1b2c3d4e")).toEqual([]);
  expect(identifierParts(`${"x".repeat(63)}A`)).toHaveLength(2);
  expect(identifierParts(`${"x".repeat(64)}A`)).toEqual([]);
});

it("writes a word's parts so that they make up the word", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9]{1,12}$/), (word) => {
      const parts = identifierParts(word);
      expect(parts.length === 0 || parts.join("") === word.toLowerCase()).toBe(true);
    }),
  );
});

it("cuts base64 data URIs to their media type and leaves other text as it is", () => {
  const image = `![x](data:image/png;base64,${"iVBORw0KGgo".repeat(50)}=) end`;
  expect(shortenDataUris(image)).toBe("![x](data:image/png) end");
  expect(shortenDataUris("a data:text/plain;charset=utf-8;base64,ab-_+/9==, b")).toBe("a data:text/plain, b");
  expect(shortenDataUris("data:text/plain,hello ;base64, x")).toBe("data:text/plain,hello ;base64, x");
});

it("shortens text that repeats the beginning of a data URI a hundred thousand times", () => {
  const hostile = `${"data:a/b;c=".repeat(100_000)};base64,`;
  expect(shortenDataUris(hostile).length).toBeGreaterThan(0);
});

it("takes the words of a text of ASCII apart as it does beside others", () => {
  const texts = fc.string({ unit: fc.constantFrom(..."abAB01_-. \n"), maxLength: 40 });
  fc.assert(
    fc.property(texts, (text) => {
      expect(identifierParts(text)).toEqual(identifierParts(`${text} 中`));
      expect(identifierParts(text)).toEqual(text.split(/[^A-Za-z0-9]/).flatMap(identifierParts));
    }),
  );
});
