import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { hasCharacterKeys } from "../../state/session.ts";

/** Character keys that work anywhere; they can be turned off. */
const CHARACTERS: readonly string[] = ["/", "?"];

interface KeyActions {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly showHelp: () => void;
  /** Closes what is open; false if nothing was. */
  readonly close: () => boolean;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");

/** From the box to the first result, from result to result, and back to the box. */
function move(step: 1 | -1, box: HTMLInputElement | null): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(".hit-link")];
  const present = document.activeElement;
  const at = all.findIndex((link) => link === present || link.closest(".hit")?.contains(present) === true);
  if (at < 0 && (present !== box || step < 0)) return false;
  const next = at + step < 0 ? box : all[at + step];
  next?.focus();
  return next !== undefined;
}

/** Presses a button of the result that has the focus. */
function press(selector: string): boolean {
  const button = document.activeElement?.closest(".hit")?.querySelector<HTMLElement>(selector);
  button?.click();
  return button != null;
}

const keysFor = ({ box, showHelp, close }: KeyActions): Readonly<Record<string, () => boolean>> => {
  const focusBox = () => {
    box.current?.focus();
    box.current?.select();
    return true;
  };
  return {
    ArrowDown: () => move(1, box.current),
    ArrowUp: () => move(-1, box.current),
    Escape: () => close() || (document.activeElement !== box.current && focusBox()),
    "/": focusBox,
    "?": () => {
      showHelp();
      return true;
    },
    c: () => press(".hit-foot .button:not(.hit-why)"),
    w: () => press(".hit-why"),
  };
};

/** Whether a key is for the page: letters only outside of text fields, none while a dialog is open. */
function isMeant(event: KeyboardEvent, box: HTMLInputElement | null): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  if (document.querySelector("dialog[open]") !== null) return false;
  if (CHARACTERS.includes(event.key) && !hasCharacterKeys()) return false;
  const isText = event.key.length === 1;
  return !isTyping(event.target) || (!isText && event.target === box);
}

/** The keys of the search view. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { current } = latest;
      if (isMeant(event, current.box.current) && keysFor(current)[event.key]?.()) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
