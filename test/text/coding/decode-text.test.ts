import { expect, it } from "vitest";
import { textOf } from "../../../src/text/coding/decode-text.ts";

const utf16 = (text: string, isMarked: boolean): Uint8Array =>
  Buffer.from(`${isMarked ? "\uFEFF" : ""}${text}`, "utf16le");
const swapped = (bytes: Uint8Array): Uint8Array => Buffer.from(bytes).swap16();
const latin = (text: string): Uint8Array => Buffer.from(text, "latin1");

it.each<[string, Uint8Array, string | undefined, string]>([
  ["UTF-8, without its mark", Buffer.from("\uFEFFcafé"), undefined, "café"],
  ["UTF-16 by its mark, whatever a label says", utf16("café", true), "utf-8", "café"],
  ["UTF-16 the other way round", swapped(utf16("café", true)), undefined, "café"],
  ["UTF-16 without a mark", utf16("a long plain line", false), undefined, "a long plain line"],
  [
    "the encoding of a label",
    Uint8Array.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    "windows-1251",
    "Привет",
  ],
  ["Windows-1252 where nothing is said", latin("café au lait"), undefined, "café au lait"],
  ["what it looks like under a label that nobody knows", Buffer.from("café"), "x-none", "café"],
  ["Windows-1252 where nothing is sure", Uint8Array.from([0xcf, 0xf0, 0xe8]), undefined, "Ïðè"],
])("reads %s", (_, bytes, label, text) => {
  expect(textOf(bytes, label)).toBe(text);
});
