import { useEffect, useRef } from "preact/hooks";
import { hasCharacterKeys } from "./session.ts";

const FIELDS = "input, textarea, select, [contenteditable]";

/**
 * Whether a key goes into a field. A dialog that has just been closed keeps the focus in its field until the next frame; the
 * field is hidden by then, and the key is the page's.
 */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches(FIELDS) && target.closest("dialog:not([open])") === null;

/** Whether a key is the page's own: without Ctrl, Alt or Meta, while no dialog is open and no text is composed. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  return !event.defaultPrevented && document.querySelector("dialog[open]") === null;
}

interface PageKeys {
  readonly openPalette: () => void;
  readonly showKeys: () => void;
  /** Leads to the search box, from any view. */
  readonly goToBox: () => void;
}

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey;

function act(event: KeyboardEvent, { openPalette, showKeys, goToBox }: PageKeys): boolean {
  if (isPaletteKey(event)) {
    if (document.querySelector("dialog[open]") !== null) return false;
    openPalette();
    return true;
  }
  if (!isForPage(event) || isTyping(event.target) || !hasCharacterKeys()) return false;
  if (event.key === "/") goToBox();
  else if (event.key === "?") showKeys();
  else return false;
  return true;
}

/** The keys of every view: ⌘K or Ctrl+K, and `/` and `?` where these are on. */
export function usePageKeys(keys: PageKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (act(event, latest.current)) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
