import { type Converter, titleOf } from "../converter.ts";
import { textOf } from "../../../text/coding/decode-text.ts";
import { DocumentText } from "../../../text/markup/document-text.ts";

/** Seconds of speech under one time. */
const SECONDS_A_PART = 30;

const TIMES = /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,]\d{1,3}\s+-->\s/;

export interface Cue {
  /** Seconds from the beginning. */
  readonly start: number;
  readonly text: string;
}

const plain = (line: string): string =>
  line
    .replace(/<v(?:\.[\w.]+)?\s+([^<>]{1,80})>/g, "$1: ")
    .replace(/<[^<>]{0,80}>|\{\\[^{}]{0,80}\}/g, "")
    .replace(/&nbsp;/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&")
    .trim();

/** The cues of SubRip or WebVTT text, in the file's order; what is no cue (notes, styles, numbers) is left out. */
export function readCues(text: string): readonly Cue[] {
  const cues: Cue[] = [];
  let open: { start: number; lines: string[] } | undefined;
  const end = (): void => {
    const spoken = open?.lines.filter((line) => line !== "").join(" ") ?? "";
    if (open !== undefined && spoken !== "") cues.push({ start: open.start, text: spoken });
    open = undefined;
  };
  for (const line of text.split(/\r\n|[\n\r]/)) {
    const times = TIMES.exec(line);
    if (times !== null) {
      end();
      const [, hours = "0", minutes = "0", seconds = "0"] = times;
      open = { start: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), lines: [] };
    } else if (line.trim() === "") end();
    else open?.lines.push(plain(line));
  }
  end();
  return cues;
}

/** `01:02:30` */
export const clock = (seconds: number): string =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, "0"))
    .join(":");

/** What is said, a line for each cue, under the time it begins. */
export const convertSubtitles: Converter = ({ bytes, name }) => {
  const cues = readCues(textOf(bytes));
  if (cues.length === 0) return undefined;
  const out = new DocumentText();
  let since: number | undefined;
  for (const { start, text } of cues) {
    if (since === undefined || start >= since + SECONDS_A_PART || start < since) {
      out.gap();
      out.anchor({ kind: "time", value: clock(start) });
      since = start;
    }
    out.line(text);
  }
  return out.finish("subtitles", { title: titleOf(undefined, name) });
};
