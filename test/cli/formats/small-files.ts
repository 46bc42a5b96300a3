import { strToU8, zipSync } from "fflate";

/** A ZIP file with these texts in it. */
export const zipOf = (files: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, part]) => [name, typeof part === "string" ? strToU8(part) : part]),
    ),
  );

export const xmlText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const LINE_CHARS = 90;

const pdfString = (text: string): string => `(${text.replace(/[\\()]/g, "\\$&")})`;

/** Lines of at most so many characters. */
const wrapped = (text: string): readonly string[] =>
  text.match(new RegExp(`.{1,${LINE_CHARS}}(?:\\s|$)|\\S+`, "g")) ?? [];

/** A PDF with a page for each text. */
export function pdfOf(pages: readonly string[], trailer = ""): Uint8Array {
  const contents = pages.map((page) => {
    const lines = page
      .split("\n")
      .flatMap(wrapped)
      .map((line) => `${pdfString(line)} Tj T*`);
    return `BT /F1 11 Tf 14 TL 50 780 Td ${lines.join("\n")} ET`;
  });
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  return strToU8(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${body.length}\n%%EOF\n`,
    true,
  );
}

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const relations = (targets: readonly string[], type: string): string =>
  `<Relationships>${targets.map((target, index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`).join("")}</Relationships>`;

/** A Word document of headings (`# Title`) and paragraphs. */
export function docxOf(paragraphs: readonly string[], extra = ""): Uint8Array {
  const body = paragraphs.map((text) => {
    const [, marks = "", heading = text] = /^(#+) (.*)$/.exec(text) ?? [];
    const style = marks === "" ? "" : `<w:pPr><w:pStyle w:val="berschrift${marks.length}"/></w:pPr>`;
    return `<w:p>${style}<w:r><w:t>${xmlText(heading)}</w:t></w:r></w:p>`;
  });
  const styles = [1, 2, 3].map(
    (level) => `<w:style w:styleId="berschrift${level}"><w:name w:val="heading ${level}"/></w:style>`,
  );
  return zipOf({
    "word/document.xml": `<w:document><w:body>${body.join("")}${extra}</w:body></w:document>`,
    "word/styles.xml": `<w:styles>${styles.join("")}</w:styles>`,
  });
}

export interface Slide {
  readonly title: string;
  readonly text: string;
}

/** A presentation. */
export function pptxOf(slides: readonly Slide[]): Uint8Array {
  const shape = (text: string, type: string): string =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${xmlText(text)}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const parts = slides.map(({ title, text }, index) => [
    `ppt/slides/slide${index + 1}.xml`,
    `<p:sld>${shape(title, "title")}${shape(text, "body")}${shape("99", "sldNum")}</p:sld>`,
  ]);
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`);
  return zipOf({
    "ppt/presentation.xml": `<p:presentation><p:sldIdLst>${ids.join("")}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relations(
      slides.map((_, index) => `slides/slide${index + 1}.xml`),
      "slide",
    ),
    ...Object.fromEntries(parts),
  });
}

/** A workbook: rows of texts by the names of their sheets. */
export function xlsxOf(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Uint8Array {
  const names = Object.keys(sheets);
  const rowXml = (row: readonly string[]): string =>
    `<row>${row.map((cell) => `<c t="inlineStr"><is><t>${xmlText(cell)}</t></is></c>`).join("")}</row>`;
  const parts = Object.values(sheets).map((rows, index) => [
    `xl/worksheets/sheet${index + 1}.xml`,
    `<worksheet><sheetData>${rows.map(rowXml).join("")}</sheetData></worksheet>`,
  ]);
  const list = names.map((name, index) => `<sheet name="${xmlText(name)}" r:id="rId${index + 1}"/>`);
  return zipOf({
    "xl/workbook.xml": `<workbook><sheets>${list.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      names.map((_, index) => `worksheets/sheet${index + 1}.xml`),
      "worksheet",
    ),
    ...Object.fromEntries(parts),
  });
}

/** An OpenDocument file with this body. */
export const openDocumentOf = (body: string): Uint8Array =>
  zipOf({
    "content.xml": `<office:document-content><office:body>${body}</office:body></office:document-content>`,
  });

/** A book with a file for each chapter. */
export function epubOf(chapters: readonly string[]): Uint8Array {
  const items = chapters.map((_, index) => `<item id="c${index}" href="c%20${index}.xhtml"/>`).join("");
  const refs = chapters.map((_, index) => `<itemref idref="c${index}"/>`).join("");
  const files = chapters.map((html, index) => [
    `OEBPS/c ${index}.xhtml`,
    `<html><body>${html}</body></html>`,
  ]);
  return zipOf({
    "META-INF/container.xml": `<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
    "OEBPS/book.opf": `<package><metadata><dc:title>The book</dc:title></metadata><manifest>${items}</manifest><spine>${refs}</spine></package>`,
    ...Object.fromEntries(files),
  });
}
