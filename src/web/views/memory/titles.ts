import type { Memory } from "../../../memories/contract/memories.ts";
import type { Parameters, Place } from "../../state/place.ts";

/** Characters of a title: two lines of a heading. */
const TITLE_CHARS = 140;

/** A memory's text in short: its first line that says something, without the marks that Markdown puts before it. */
export function titleOf(text: string): string {
  const line = text.split("\n").find((one) => /[\p{L}\p{N}]/u.test(one)) ?? text;
  const plain = line.replace(/^(?:\s*(?:#{1,6}|[>*+-])\s+)+/, "").trim();
  const characters = [...plain];
  return characters.length <= TITLE_CHARS ? plain : `${characters.slice(0, TITLE_CHARS).join("")}…`;
}

/** A memory's own page; `from`: parameters of the list that it is opened from, which stay in the address. */
export const memoryAt = (id: string, from: Parameters = {}): Place => ({
  view: "memory",
  parameters: { ...from, id },
});

/** What can be written of a memory here. */
export interface Draft extends Pick<Memory, "text" | "type"> {
  /** @default for a new memory the usual one, for another what it was */
  readonly confidence?: number;
  readonly tags: readonly string[];
  readonly entities: readonly string[];
}

export const draftOf = ({ text, type, confidence, tags, entities }: Memory): Required<Draft> => ({
  ...{ text, type, confidence, tags, entities },
});

/** Tags that are typed with commas; the sign that some write before a tag is no part of it. */
export const tagsOf = (typed: string): readonly string[] => listOf(typed.replace(/(^|,)[\s#]+/g, "$1"));

/** A list that is typed with commas. */
export const listOf = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  ),
];
