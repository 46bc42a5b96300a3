import { z } from "@hono/zod-openapi";
import type { Passage } from "../documents/passages/fetch-passages.ts";
import { estimateTokens } from "../text/estimate-tokens.ts";
import { citationOf, firstLines, placeAfter } from "./passages.ts";

/** A passage as `get` shows it; its text exactly as pushed. */
export const ShownPassage = z.object({
  citation: z.string(),
  text: z.string(),
  next: z.string().optional().describe("Cut: the rest is there"),
});
type ShownPassage = z.infer<typeof ShownPassage>;

/** Passages of one answer: each is a read of the database. */
const MAX_PASSAGES = 100;
/** Fewer are no beginning of a passage worth having, tokens. */
const MIN_CUT_TOKENS = 40;

/** Set in, so that no line of a text passes for the head of another passage. */
const indented = (text: string): string => text.replace(/^(?=[^\n])/gm, "   ");

/** A passage under its citation. */
export function passageText({ citation, text, next }: ShownPassage): string {
  const body = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return `==> ${citation} <==\n${indented(body)}${next === undefined ? "" : `[cut: get ${next}]\n`}`;
}

const costOf = (passage: ShownPassage): number => estimateTokens(passageText(passage));

/** As many first lines as fit with what stands around them; the first passage begins whatever its name costs. */
function cutTo(passage: Passage, tokens: number): ShownPassage {
  const citation = citationOf(passage);
  const around = costOf({ citation, text: "", next: citation });
  let room = Math.max(tokens - around, MIN_CUT_TOKENS);
  for (;;) {
    const cut = firstLines(passage.text, room);
    const isWhole = cut.text.length === passage.text.length;
    const shown = { citation, text: cut.text, ...(!isWhole && { next: placeAfter(passage, cut) }) };
    if (room === MIN_CUT_TOKENS || costOf(shown) <= tokens) return shown;
    // The indents of many short lines.
    room = Math.max(Math.floor(room * 0.8), MIN_CUT_TOKENS);
  }
}

/** An answer that fills with passages in order until its tokens are spent: heads and notes count. */
export function startPage(budget: number) {
  const passages: ShownPassage[] = [];
  let room = budget;
  let left = 0;
  let next: string | undefined;
  const leave = (name: string): void => {
    next ??= name;
    left += 1;
  };
  return {
    isFull: (): boolean => left > 0 || room < MIN_CUT_TOKENS || passages.length >= MAX_PASSAGES,
    /** Shows a passage, or as much of it as fits; the page is full behind one that is cut. */
    add(passage: Passage): void {
      const citation = citationOf(passage);
      const whole = { citation, text: passage.text };
      const cost = costOf(whole);
      if (cost <= room) {
        passages.push(whole);
        room -= cost;
        return;
      }
      const cut = cutTo(passage, room);
      if (passages.length > 0 && costOf(cut) > room) leave(citation);
      else passages.push(cut);
      room = 0;
    },
    /** Counts what was not read. */
    leave,
    shown: () => ({ passages, ...(next !== undefined && { left, next }) }),
  };
}
