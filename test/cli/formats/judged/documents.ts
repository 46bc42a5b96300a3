import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { strToU8 } from "fflate";
import { docxOf, epubOf, openDocumentOf, pdfOf, pptxOf, xlsxOf, xmlText } from "../small-files.ts";

/** A page, slide, sheet, chapter, message or section. */
interface Part {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** `# Title` begins a part. */
const partsOf = (text: string): readonly Part[] =>
  text.split(/^# /m).flatMap((part) => {
    const [title = "", ...paragraphs] = part.split(/\n{2,}|\n$/).filter((line) => line !== "");
    return title === "" ? [] : [{ title, paragraphs }];
  });

const rowsOf = ({ paragraphs }: Part): readonly (readonly string[])[] =>
  paragraphs.flatMap((table) => table.split("\n")).map((row) => row.split(" | "));

const htmlOf = ({ title, paragraphs }: Part): string =>
  [`<h1>${xmlText(title)}</h1>`, ...paragraphs.map((text) => `<p>${xmlText(text)}</p>`)].join("\n");

const letterOf = ({ title, paragraphs }: Part): string =>
  [
    "From writer@example.org Mon Jan  2 10:00:00 1989",
    "From: Ludwig van Beethoven <writer@example.org>",
    `Subject: ${title}`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    ...paragraphs.flatMap((text) => [text, ""]),
    "",
  ].join("\n");

const MAKERS: Readonly<Record<string, (parts: readonly Part[], name: string) => Uint8Array>> = {
  pdf: (parts) => pdfOf(parts.map(({ paragraphs }) => paragraphs.join("\n"))),
  docx: (parts) => docxOf(parts.flatMap(({ title, paragraphs }) => [`# ${title}`, ...paragraphs])),
  pptx: (parts) => pptxOf(parts.map(({ title, paragraphs }) => ({ title, text: paragraphs.join(" ") }))),
  xlsx: (parts) => xlsxOf(Object.fromEntries(parts.map((part) => [part.title, rowsOf(part)]))),
  odt: (parts) =>
    openDocumentOf(
      parts
        .flatMap(({ title, paragraphs }) => [
          `<text:h text:outline-level="1">${xmlText(title)}</text:h>`,
          ...paragraphs.map((text) => `<text:p>${xmlText(text)}</text:p>`),
        ])
        .join(""),
    ),
  epub: (parts) => epubOf(parts.map(htmlOf)),
  html: (parts, name) =>
    strToU8(
      `<!doctype html><title>${name}</title><nav><a href="/">Home</a></nav><main>${parts.map(htmlOf).join("\n")}</main>`,
    ),
  mbox: (parts) => strToU8(parts.map(letterOf).join("")),
};

const here = (...names: readonly string[]): string =>
  join(fileURLToPath(new URL(".", import.meta.url)), ...names);

/** The judged documents by name: those that other programs made, and those made here from texts, in the format that is their folder's name. */
export function judgedDocuments(): Readonly<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for (const name of readdirSync(here("fixtures", "made")))
    files[name] = readFileSync(here("fixtures", "made", name));
  for (const [format, make] of Object.entries(MAKERS))
    for (const text of readdirSync(here("fixtures", "texts", format))) {
      const name = text.replace(/\.md$/, "");
      files[`${name}.${format}`] = make(
        partsOf(readFileSync(here("fixtures", "texts", format, text), "utf8")),
        name,
      );
    }
  return files;
}
