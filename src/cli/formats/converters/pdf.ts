import { getDocumentProxy } from "unpdf";
import { ConversionError } from "../../../text/markup/conversion-error.ts";
import { type Converter, titleOf } from "../converter.ts";
import { DocumentText } from "../../../text/markup/document-text.ts";

/** As many parts as a document may have. */
const MAX_PAGES = 5_000;
/** Lines farther apart than so many of their heights are paragraphs. */
const PARAGRAPH_GAP = 1.6;

interface TextItem {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly height: number;
  /** Its last number is the distance from the bottom of the page. */
  readonly transform: readonly number[];
}

/** The lines of a page in reading order, with an empty one between paragraphs. */
export function linesOf(items: readonly TextItem[]): readonly string[] {
  const lines: string[] = [];
  let line = "";
  let bottom: number | undefined;
  let height = 0;
  const end = (): void => {
    lines.push(line.replace(/\s+/g, " ").trim());
    line = "";
  };
  for (const { str, hasEOL, height: own, transform } of items) {
    const y = transform[5] ?? 0;
    if (str.trim() !== "") {
      const tall = Math.max(own, height, 1);
      if (line.trim() === "" && bottom !== undefined && Math.abs(bottom - y) > PARAGRAPH_GAP * tall)
        lines.push("");
      bottom = y;
      height = own;
    }
    line += str;
    if (hasEOL) end();
  }
  end();
  return lines;
}

/** Joins words that are parted at the end of a line: `exam-` and `ple`. */
const withWholeWords = (text: string): string => text.replace(/(\p{Ll})-\n(\p{Ll}\S*) ?/gu, "$1$2\n");

function openingReason(error: unknown): ConversionError {
  const isLocked = error instanceof Error && error.name === "PasswordException";
  return new ConversionError(isLocked ? "encrypted" : "broken", { cause: error });
}

/** Text of a PDF page by page. */
export const convertPdf: Converter = async ({ bytes, name }) => {
  // It takes what it is given away from its owner.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { stopAtErrors: false, verbosity: 0 }).catch(
    (error: unknown) => {
      throw openingReason(error);
    },
  );
  if (pdf.numPages > MAX_PAGES) throw new ConversionError("too_long");
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const { Title: title, Author: author } = info as { Title?: string; Author?: string };
  const out = new DocumentText();
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    const text = withWholeWords(
      linesOf(items.flatMap((item) => ("str" in item ? [item as TextItem] : []))).join("\n"),
    ).trim();
    if (text === "") continue;
    out.anchor({ kind: "page", value: String(number) });
    for (const paragraph of text.split(/\n{2,}/)) out.paragraph(paragraph);
  }
  if (out.isEmpty) throw new ConversionError("no_text");
  return out.finish("pdf", { title: titleOf(title, name), author, pages: pdf.numPages });
};
