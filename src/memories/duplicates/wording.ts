import { tokenise } from "../../text/words/tokenise.ts";
import type { MemoryRecord } from "../memory-record.ts";

/** One wording of a memory. */
export interface Wording extends Pick<MemoryRecord, "text" | "session" | "source"> {
  /** Milliseconds; when it was last said. */
  readonly at: number;
}

/** Agents name their session or themselves; a person at the command line or the page names neither. */
const isByPerson = ({ session, source }: Wording): boolean => session === null && source === null;

/**
 * Whether another wording of the same takes the place of the first: the one with more words, then the later, then a
 * person's. Of two that are equal in all of it the one that sorts later, so that the order in which they come decides
 * nothing.
 */
export function isBetter(other: Wording, first: Wording): boolean {
  const more = tokenise(other.text).length - tokenise(first.text).length;
  const later = other.at - first.at;
  const person = Number(isByPerson(other)) - Number(isByPerson(first));
  const decisive = more || later || person;
  return decisive === 0 ? other.text > first.text : decisive > 0;
}
