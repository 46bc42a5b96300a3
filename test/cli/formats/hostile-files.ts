import { strToU8 } from "fflate";
import { docxOf, epubOf, openDocumentOf, pdfOf, pptxOf, xlsxOf, zipOf } from "./small-files.ts";

/** Pseudo-random numbers below 1, the same for a seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const SOUND: Readonly<Record<string, Uint8Array>> = {
  "a.pdf": pdfOf(["one", "two", "three"]),
  "a.docx": docxOf(["# One", "two"]),
  "a.pptx": pptxOf([{ title: "One", text: "two" }]),
  "a.xlsx": xlsxOf({
    One: [
      ["a", "b"],
      ["1", "2"],
    ],
  }),
  "a.odt": openDocumentOf("<text:h>One</text:h><text:p>two</text:p>"),
  "a.epub": epubOf(["<p>one</p>"]),
  "a.ipynb": strToU8(`{"cells":[{"cell_type":"code","source":"x"}]}`),
  "a.eml": strToU8(
    "Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ntext\r\n--b--\r\n",
  ),
};

function damaged(bytes: Uint8Array, seed: number): Uint8Array {
  const next = numbers(seed);
  const copy = bytes.slice(0, seed % 3 === 0 ? Math.ceil(bytes.length * next()) : undefined);
  for (let times = 0; times < 1 + (seed % 40); times++)
    copy[Math.floor(next() * copy.length)] = Math.floor(next() * 256);
  return copy;
}

const repeat = (text: string, times: number): string => text.repeat(times);
const mb = (megabytes: number): Uint8Array => new Uint8Array(megabytes * 1_000_000).fill(32);
const entities = `<!DOCTYPE a [<!ENTITY a "${repeat("x", 1000)}">${Array.from({ length: 30 }, (_, at) => `<!ENTITY a${at + 1} "&a${at || ""};&a${at || ""};">`).join("")}]>`;
const nestedMail = (depth: number): string =>
  Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  ).join("");

/** Each made to take memory or time without end. */
const BOMBS: readonly (readonly [name: string, make: () => Uint8Array])[] = [
  ["bomb.docx", () => zipOf({ "word/document.xml": mb(59) })],
  [
    "bombs.docx",
    () => zipOf({ "word/document.xml": mb(55), "word/styles.xml": mb(55), "word/footnotes.xml": mb(55) }),
  ],
  ["tags.docx", () => zipOf({ "word/document.xml": repeat("<w:p><w:r><w:t>", 1_500_000) })],
  ["entities.docx", () => zipOf({ "word/document.xml": `${entities}<w:p><w:t>&a30;</w:t></w:p>` })],
  ["entities.odt", () => zipOf({ "content.xml": `${entities}<text:p>&a30;</text:p>` })],
  ["nested.epub", () => zipOf({ "a.epub": zipOf({ "b.epub": zipOf({ "c.xml": mb(50) }) }) })],
  ["loop.epub", () => zipOf({ "META-INF/container.xml": `<rootfile full-path="META-INF/container.xml"/>` })],
  ["spine.epub", () => epubOf(Array.from({ length: 4_000 }, () => repeat("<p>word</p>", 100)))],
  ["many.xlsx", () => zipOf(Object.fromEntries(Array.from({ length: 25_000 }, (_, at) => [`x${at}`, ""])))],
  [
    "repeated.ods",
    () =>
      openDocumentOf(
        `<table:table>${repeat(`<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>`, 5_000)}</table:table>`,
      ),
  ],
  ["spaces.odt", () => openDocumentOf(repeat(`<text:p>x<text:s text:c="999999999"/></text:p>`, 50_000))],
  [
    "wide.xlsx",
    () =>
      zipOf({
        "xl/workbook.xml": `<sheet name="a" r:id="rId1"/>`,
        "xl/_rels/workbook.xml.rels": `<Relationship Id="rId1" Target="worksheets/a.xml"/>`,
        "xl/worksheets/a.xml": repeat(`<row><c r="XFD1"><v>1</v></c></row>`, 300_000),
      }),
  ],
  ["pages.pdf", () => pdfOf(Array.from({ length: 10_000 }, () => "x"))],
  ["long.pdf", () => pdfOf(Array.from({ length: 2_000 }, () => repeat("word ", 400)))],
  [
    "loop.pdf",
    () =>
      strToU8(
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 4>>endobj trailer<</Root 1 0 R>>",
        true,
      ),
  ],
  [
    "locked.pdf",
    () =>
      pdfOf(
        ["x"],
        `/Encrypt << /Filter /Standard /V 1 /R 2 /O (${repeat("o", 32)}) /U (${repeat("u", 32)}) /P -4 >> /ID [(a) (a)]`,
      ),
  ],
  ["deep.pdf", () => strToU8(`%PDF-1.4\n1 0 obj${repeat("[", 300_000)}endobj trailer<</Root 1 0 R>>`, true)],
  ["deep.html", () => strToU8(`<!doctype html>${repeat("<div>", 400_000)}`)],
  ["open.html", () => strToU8(`<!doctype html>${repeat("<p", 2_000_000)}`)],
  ["table.html", () => strToU8(`<!doctype html>${repeat("<table><tr><td>x", 200_000)}`)],
  ["deep.ipynb", () => strToU8(repeat("[", 3_000_000))],
  [
    "outputs.ipynb",
    () =>
      strToU8(
        JSON.stringify({
          cells: [{ cell_type: "code", source: "x", outputs: [{ text: repeat("x\n", 5_000_000) }] }],
        }),
      ),
  ],
  ["nested.eml", () => strToU8(`${nestedMail(5_000)}text`)],
  ["headers.eml", () => strToU8(`${repeat("X: y\r\n", 1_000_000)}\r\ntext`)],
  ["froms.mbox", () => strToU8(repeat("From x\n\n", 1_000_000))],
  ["times.srt", () => strToU8(repeat("00:00:01,000 --> 00:00:02,000\nx\n\n", 1_000_000))],
  ["marks.vtt", () => strToU8(`00:01.000 --> 00:02.000\n${repeat("<v ", 2_000_000)}`)],
  ["huge.docx", () => new Uint8Array(51_000_000)],
];

/** 200 files that are damaged, or made to harm whoever opens them. */
export function* hostileFiles(): Generator<readonly [name: string, bytes: Uint8Array]> {
  for (const [name, make] of BOMBS) yield [name, make()];
  const sound = Object.entries(SOUND);
  for (let at = 0; at < 200 - BOMBS.length; at++) {
    const [name = "", bytes = new Uint8Array()] = sound[at % sound.length] ?? [];
    yield [`${at}-${name}`, damaged(bytes, at + 1)];
  }
}
