import fc from "fast-check";
import { strToU8 } from "fflate";
import { expect, it } from "vitest";
import { ConversionError } from "../../../src/text/markup/conversion-error.ts";
import { clock, readCues } from "../../../src/cli/formats/converters/subtitles.ts";
import { serialDate } from "../../../src/cli/formats/converters/sheet-dates.ts";
import { FORMATS, formatOf } from "../../../src/cli/formats/formats.ts";
import { chunkDocument } from "../../../src/documents/chunkers/chunk-document.ts";
import { docxOf, epubOf, openDocumentOf, pdfOf, pptxOf, xlsxOf, zipOf } from "./small-files.ts";

async function convert(name: string, content: string | Uint8Array): Promise<string | undefined> {
  const format = formatOf(name);
  if (format === undefined) throw new Error(`${name} is not converted`);
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return (await FORMATS[format].load())({ bytes, name });
}

/** Text of the first passage with these words, with its headings. */
async function passage(name: string, content: string | Uint8Array, words: string) {
  const text = await convert(name, content);
  const { chunks } = chunkDocument({ path: name, text: text ?? "" });
  const found = chunks.find((chunk) => chunk.text.includes(words));
  return { text: found?.text.trim(), headings: found?.headings };
}

const ODP = `<office:presentation>
<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Start</text:p></draw:text-box></draw:frame></draw:page>
<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Costs</text:p></draw:text-box></draw:frame>
<draw:frame><draw:text-box><text:p>The crane<text:s text:c="2"/>is dear</text:p></draw:text-box></draw:frame></draw:page></office:presentation>`;
const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
const ODS = `<table:table table:name="Crew list"><table:table-row>${cell("Name")}${cell("Ship")}</table:table-row>
<table:table-row>${cell("Bo")}${cell("Ada")}</table:table-row><table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table>`;
const HTML = `<!doctype html><title>Lamp &amp; oil</title><nav>Home</nav><header>Shop</header><main><article><header><h1>Oil</h1></header>
<p>Whale oil<br>first</p><ul><li>one<li>two</ul><table><tr><th>May<td>40</table><pre>a\n  b</pre></article></main><footer>Imprint</footer><script>evil()</script>`;
const NOTEBOOK = JSON.stringify({
  metadata: { kernelspec: { language: "python" } },
  cells: [
    { cell_type: "markdown", source: ["# Load\n", "Reads the data."] },
    {
      cell_type: "code",
      source: "read()",
      outputs: [{ text: Array.from({ length: 99 }, (_, at) => `row ${at}\n`) }],
    },
    {
      cell_type: "code",
      source: "plot()",
      outputs: [{ data: { "image/png": "iVBORw0KGgo", "text/plain": "<Figure>" } }],
    },
  ],
});
const MAIL = `From: Anna <anna@example.org>\r\nTo: bo@example.org\r\nSubject: =?utf-8?q?The_b=C3=BCoy?=\r\nDate: Fri, 1 Mar 2024 10:00:00 +0000\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nThe buoy is adrift.\r\n`;

const CASES: readonly (readonly [string, string | Uint8Array, words: string, headings: readonly string[]])[] =
  [
    ["report.pdf", pdfOf(["First things", "The horn sounds"]), "The horn", ["report", "Page 2"]],
    [
      "plan.pptx",
      pptxOf([
        { title: "Start", text: "x" },
        { title: "Costs", text: "A crane" },
      ]),
      "A crane",
      ["plan", "Slide 2", "Costs"],
    ],
    ["plan.odp", openDocumentOf(ODP), "The crane is dear", ["plan", "Slide 2", "Costs"]],
    [
      "a.xlsx",
      xlsxOf({
        "Crew list": [
          ["Name", "Ship"],
          ["Bo", "Ada"],
        ],
      }),
      "Name: Bo | Ship: Ada",
      ["a", "Sheet Crew list"],
    ],
    ["a.ods", openDocumentOf(ODS), "Name: Bo | Ship: Ada", ["a", "Sheet Crew list"]],
    [
      "a.docx",
      docxOf(["# Lamp", "## Oil", "Whale oil & paraffin"]),
      "Whale oil & paraffin",
      ["a", "Lamp", "Oil"],
    ],
    [
      "a.odt",
      openDocumentOf(`<text:h text:outline-level="2">Oil</text:h><text:p>Whale oil</text:p>`),
      "Whale oil",
      ["a", "Oil"],
    ],
    [
      "b.epub",
      epubOf(["<h1>One</h1><p>x</p>", "<h1>Two</h1><p>The storm</p>"]),
      "The storm",
      ["The book", "Chapter 2", "Two"],
    ],
    ["p.html", HTML, "Whale oil\nfirst", ["Lamp & oil", "Oil"]],
    ["n.ipynb", NOTEBOOK, "read()", ["n", "Load", "Cell 2"]],
    ["m.eml", MAIL, "The buoy is adrift.", ["The büoy"]],
    [
      "m.mbox",
      `From a Mon\n${MAIL}\nFrom b Tue\n${MAIL.replace("adrift", "found")}`,
      "is found",
      ["m", "Message 2", "The büoy"],
    ],
    [
      "s.srt",
      "1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:01:30,500 --> 00:01:33,000\n<i>Light</i> the\nlamp\n",
      "Light the lamp",
      ["s", "Time 00:01:30"],
    ],
    [
      "s.vtt",
      "WEBVTT\n\nNOTE x\n\n01:30.500 --> 01:33.000 align:start\n<v Keeper>Light it\n",
      "Keeper: Light it",
      ["s", "Time 00:01:30"],
    ],
  ];

it.each(CASES)("%s: a passage has its part and headings", async (name, content, words, headings) => {
  expect((await passage(name, content, words)).headings).toEqual(headings);
});

it.each([
  ["its title", "<title>Lamps</title><h1>Oil</h1>", "Lamps"],
  [
    "its first heading of the highest level",
    "<h2>Shop</h2><h1>Whale <b>oil</b></h1><h1>Wicks</h1>",
    "Whale oil",
  ],
  ["its first heading where its title is empty", "<title> </title><h1>Oil</h1>", "Oil"],
  ["its file's name", "<h2>Oil</h2>", "p"],
])("calls a page by %s", async (_, html, title) => {
  expect(await convert("p.html", `<!doctype html>${html}<p>It burns.`)).toContain(`\ntitle: "${title}"\n`);
});

it("leaves out a page's frame and scripts, the middle of outputs, pictures, and furniture of slides", async () => {
  const html = (await convert("p.html", HTML)) ?? "";
  for (const word of ["Home", "Shop", "Imprint", "evil"]) expect(html).not.toContain(word);
  expect(html).toContain("- one\n- two\n\nMay | 40");
  const notebook = (await convert("n.ipynb", NOTEBOOK)) ?? "";
  expect(notebook).toContain("row 19\n…");
  expect(notebook).not.toMatch(/row 20|iVBOR/);
  expect(await convert("p.pptx", pptxOf([{ title: "A", text: "b" }]))).not.toContain("99");
});

it("breaks a line of a page at each kind of line end", async () => {
  const text =
    (await convert("p.html", "<!doctype html><pre>one\r\ntwo\rthree\nfour</pre><p>five\rsix")) ?? "";
  expect(text).toContain("one\ntwo\nthree\nfour");
  expect(text).toContain("five six");
});

it("keeps the numbers of lists and what is within them, and leaves out what a page does not display", async () => {
  const page = `<!doctype html><p>Steps:</p><ol start=5><li>Close the valve<ul><li>slowly</ul><li>Drain<li value=9>Fill</ol>
    <p style="color: red; display:none">secret</p><ul><li>done</ul>`;
  const text = (await convert("p.html", page)) ?? "";
  expect(text).toContain("5. Close the valve\n   - slowly\n6. Drain\n9. Fill\n\n- done");
  expect(text).not.toContain("secret");
});

it("takes the mark off that a mailbox puts before a line From, and one only", async () => {
  const box = `From a Mon\n${MAIL}\n>From here on\n>>From them\n> quoted`;
  expect(await convert("m.mbox", box)).toContain("\nFrom here on\n>From them\n> quoted");
});

it("says from whom a message is, to whom and of when", async () => {
  const { metadata } = chunkDocument({ path: "m.eml", text: (await convert("m.eml", MAIL)) ?? "" });
  expect(metadata).toMatchObject({
    from: "Anna <anna@example.org>",
    to: "bo@example.org",
    converted: "mail",
  });
  expect(String(metadata.date)).toContain("2024-03-01");
});

it("takes no line of a page for Markdown", async () => {
  const text = pdfOf(["# no heading\n---\n```\n<script>", "Behind it"]);
  expect((await passage("a.pdf", text, "Behind it")).headings).toEqual(["a", "Page 2"]);
  expect((await passage("a.pdf", text, "no heading")).headings).toEqual(["a", "Page 1"]);
});

it("takes no title or heading for a part", async () => {
  const slides = pptxOf([
    { title: "Slide 2", text: "first" },
    { title: "b", text: "second" },
  ]);
  expect((await passage("Slide 2.pptx", slides, "first")).headings).toEqual(["“Slide 2”", "Slide 1"]);
});

it("leaves a fragment of HTML as the code that it is", async () => {
  expect(await convert("row.html", "<tr *ngFor='let x of y'><td>{{x}}</td></tr>")).toBeUndefined();
});

const cue = fc.record({
  start: fc.integer({ min: 0, max: 359_999 }),
  text: fc.stringMatching(/^[a-z]{1,9}( [a-z]{1,9}){0,3}$/),
});

it("reads back all cues of any subtitles", () => {
  fc.assert(
    fc.property(fc.array(cue), fc.constantFrom("\n", "\r\n"), fc.boolean(), (cues, newline, isVtt) => {
      const mark = isVtt ? "." : ",";
      const blocks = cues.map(({ start, text }, at) =>
        [String(at + 1), `${clock(start)}${mark}000 --> ${clock(start + 2)}${mark}500`, text, ""].join(
          newline,
        ),
      );
      expect(readCues([...(isVtt ? ["WEBVTT", ""] : []), ...blocks].join(newline))).toEqual(cues);
    }),
  );
});

it("reads any day that a sheet stores", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_900_000 }), (days) => {
      expect(serialDate(days)).toBe(
        new Date(Date.UTC(1899, 11, 30) + days * 86_400_000).toISOString().slice(0, 10),
      );
    }),
  );
});

const REFUSED: readonly (readonly [string, Uint8Array, string])[] = [
  ["a.pdf", pdfOf([""]), "no_text"],
  ["a.pdf", strToU8("no pdf"), "broken"],
  ["a.docx", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]), "encrypted"],
  ["a.ods", zipOf({ "META-INF/manifest.xml": "<x><encryption-data/></x>", "content.xml": "?" }), "encrypted"],
  ["a.docx", zipOf({ "word/document.xml": new Uint8Array(70_000_000) }), "too_large"],
  ["a.docx", docxOf(["word ".repeat(500_000)]), "too_long"],
];

it.each(REFUSED)("%s is refused, case %#", async (name, bytes, reason) => {
  const failure = await convert(name, bytes).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ConversionError);
  expect(failure).toMatchObject({ reason });
});

it("expands no entity and stands deep markup", async () => {
  const lol = `<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&c;">]>`;
  const text = zipOf({ "word/document.xml": `${lol}<w:p><w:t>before &c; after</w:t></w:p>` });
  expect(await convert("a.docx", text)).toContain("before &c; after");
  const deep = (elements: number): string => `<!doctype html><body>${"<div>".repeat(elements)}found`;
  expect(await convert("a.html", deep(4_900))).toContain("found");
  await expect(convert("a.html", deep(5_100))).rejects.toMatchObject({ reason: "too_deep" });
});
