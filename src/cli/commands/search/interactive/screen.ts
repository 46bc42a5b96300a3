import { emitKeypressEvents, type Key as NodeKey } from "node:readline";
import type { Frame, Size } from "./render.ts";

const ESCAPE = "\u001b";
/** The other screen, text pasted in brackets. */
const ENTER = `${ESCAPE}[?1049h${ESCAPE}[?2004h`;
/** All of that back, and the cursor in sight. */
const LEAVE = `${ESCAPE}[0m${ESCAPE}[?2004l${ESCAPE}[?25h${ESCAPE}[?1049l`;
/** A terminal that knows these shows a frame only when it is whole. */
const BEGIN_FRAME = `${ESCAPE}[?2026h${ESCAPE}[?25l`;
const END_FRAME = `${ESCAPE}[?25h${ESCAPE}[?2026l`;
const CLEAR_LINE = `${ESCAPE}[2K`;

const at = (row: number, column: number): string => `${ESCAPE}[${row + 1};${column + 1}H`;

/** A frame as control sequences for a terminal. Lines are cleared before they are written: the last column stays. */
export function frameText({ lines, cursor }: Frame): string {
  const rows = lines.map((line, row) => at(row, 0) + CLEAR_LINE + line);
  return `${BEGIN_FRAME}${rows.join("")}${at(cursor.row, cursor.column)}${END_FRAME}`;
}

/** What makes a terminal put a text into the clipboard, where it allows that (OSC 52). */
export const clipboardText = (text: string): string =>
  `${ESCAPE}]52;c;${Buffer.from(text).toString("base64")}\u0007`;

interface ScreenEvents {
  readonly onKey: (typed: string | undefined, key: NodeKey) => void;
  readonly onResize: () => void;
  readonly onEnd: () => void;
}

export interface Screen {
  readonly size: () => Size;
  readonly draw: (frame: Frame) => void;
  readonly copy: (text: string) => void;
  /** Gives the terminal back as it was; nothing when it is given back already. */
  readonly leave: () => void;
  readonly enter: () => void;
  readonly close: () => void;
}

type Input = NodeJS.ReadStream;
type Output = NodeJS.WriteStream;

/** Columns and rows of a terminal that does not say how many it has. */
const USUAL: Size = { columns: 80, rows: 24 };

/** The terminal of this process, taken for the whole screen. It is given back at the end of the process at the latest. */
export function openScreen(
  { onKey, onResize, onEnd }: ScreenEvents,
  input: Input = process.stdin,
  output: Output = process.stdout,
): Screen {
  let isTaken = false;
  const leave = (): void => {
    if (!isTaken) return;
    isTaken = false;
    output.write(LEAVE);
    input.setRawMode(false);
    input.pause();
  };
  const enter = (): void => {
    if (isTaken) return;
    isTaken = true;
    input.setRawMode(true);
    input.resume();
    output.write(ENTER);
  };
  emitKeypressEvents(input);
  input.on("keypress", onKey).on("end", onEnd);
  output.on("resize", onResize);
  process.on("exit", leave);
  enter();
  return {
    size: () => ({ columns: output.columns || USUAL.columns, rows: output.rows || USUAL.rows }),
    draw: (frame) => void output.write(frameText(frame)),
    copy: (text) => void output.write(clipboardText(text)),
    leave,
    enter,
    close() {
      leave();
      input.off("keypress", onKey).off("end", onEnd);
      output.off("resize", onResize);
      process.off("exit", leave);
    },
  };
}
