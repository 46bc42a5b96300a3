/** An id or a start of it, also with its root. */
const NAMED = /^(?:memories:)?([0-9a-f]{8,32})(#L\d[\dCL-]{0,60})?$/;
/** How a search cites a memory: its first words, the start of its id, and lines from its second passage on. */
export const CITED_MEMORY = /\(memory ([0-9a-f]{8,32})\)(#L\d[\dCL-]{0,60})?$/;

/** The id of a memory, or the start of one, that a text is or cites, and the lines of it, `#L3-L9`; undefined: it is neither. */
export function memoryPlaceIn(text: string): { readonly id: string; readonly lines: string } | undefined {
  const [, id, lines = ""] = NAMED.exec(text) ?? CITED_MEMORY.exec(text) ?? [];
  return id === undefined ? undefined : { id, lines };
}

/** The id alone. */
export const memoryIdIn = (text: string): string | undefined => memoryPlaceIn(text)?.id;
