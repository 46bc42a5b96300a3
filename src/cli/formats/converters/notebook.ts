import { isRecord } from "../../../text/parse-json.ts";
import { ConversionError } from "../../../text/markup/conversion-error.ts";
import { type Converter, titleOf } from "../converter.ts";
import { textOf } from "../../../text/coding/decode-text.ts";
import { DocumentText } from "../../../text/markup/document-text.ts";

/** What is kept of the outputs of one cell: a table of numbers says little more in full. */
const MAX_OUTPUT_LINES = 20;
const MAX_OUTPUT_CHARS = 2_000;
/** A part's heading stands below all headings of the cells, so that those go on over the cells. */
const ANCHOR_LEVEL = 6;

const joined = (value: unknown): string =>
  Array.isArray(value) ? value.filter((part) => typeof part === "string").join("") : String(value ?? "");

const listOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

const HEADING_LINE = /^(#{1,5})[ \t]+(\S.*)$/;
const FENCE = /^ {0,3}(?:```|~~~)/;

/** A Markdown cell; after each of its headings the cell is named again, because a heading ends what was open below it. */
function addMarkdown(out: DocumentText, source: string, value: string): void {
  let body: string[] = [];
  let isInFence = false;
  let isNamed = false;
  const flush = (): void => {
    if (body.some((line) => line.trim() !== "")) {
      if (!isNamed) out.anchor({ kind: "cell", value }, ANCHOR_LEVEL);
      isNamed = true;
      out.markdown(body.join("\n"));
    }
    body = [];
  };
  for (const line of source.split(/\r?\n/)) {
    if (FENCE.test(line)) isInFence = !isInFence;
    const [, marks = "", text = ""] = (isInFence ? null : HEADING_LINE.exec(line)) ?? [];
    if (marks === "") body.push(line);
    else {
      flush();
      out.heading(marks.length, text);
      isNamed = false;
    }
  }
  flush();
  // A cell of a heading alone is cited by it.
  if (!isNamed) out.anchor({ kind: "cell", value }, ANCHOR_LEVEL);
}

/** Text of one output; pictures and pages have none. */
function outputText(output: Record<string, unknown>): string {
  if (output.output_type === "error") return `${joined(output.ename)}: ${joined(output.evalue)}`;
  const data = isRecord(output.data) ? output.data["text/plain"] : undefined;
  return joined(output.text ?? data ?? "");
}

function addOutputs(out: DocumentText, outputs: unknown): void {
  const text = listOf(outputs).map(outputText).join("\n").trim();
  const lines = text.slice(0, MAX_OUTPUT_CHARS).split("\n");
  const kept = lines.slice(0, MAX_OUTPUT_LINES).join("\n");
  if (text !== "") out.code(kept.length < text.length ? `${kept}\n…` : kept, "output");
}

/** A Jupyter notebook cell by cell: Markdown as it is, code between fences, the beginning of what it printed. */
export const convertNotebook: Converter = ({ bytes, name }) => {
  let notebook: unknown;
  try {
    notebook = JSON.parse(textOf(bytes));
  } catch (cause) {
    throw new ConversionError("broken", { cause });
  }
  if (!isRecord(notebook)) throw new ConversionError("broken");
  const worksheets = listOf(notebook.worksheets).flatMap(({ cells }) => listOf(cells));
  const cells = "cells" in notebook ? listOf(notebook.cells) : worksheets;
  if (cells.length === 0) return undefined;
  const metadata = isRecord(notebook.metadata) ? notebook.metadata : {};
  const kernel = isRecord(metadata.kernelspec) ? joined(metadata.kernelspec.language ?? "") : "";
  const language = /^\w{1,20}$/.test(kernel) ? kernel : "";
  const out = new DocumentText();
  for (const [index, cell] of cells.entries()) {
    const source = joined(cell.source ?? cell.input);
    const value = String(index + 1);
    if (cell.cell_type === "markdown") addMarkdown(out, source, value);
    else if (source.trim() !== "") {
      out.anchor({ kind: "cell", value }, ANCHOR_LEVEL);
      out.code(source, cell.cell_type === "raw" ? "" : language);
      addOutputs(out, cell.outputs);
    }
  }
  return out.finish("notebook", { title: titleOf(joined(metadata.title ?? ""), name), cells: cells.length });
};
