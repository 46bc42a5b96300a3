import { type RefObject, useEffect } from "hono/jsx/dom";

interface KeyActions {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly showHelp: () => void;
  /** Closes what is open; false: nothing was. */
  readonly close: () => boolean;
}

const links = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".hit-link")];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");

/** From the box to the first result, from result to result, and back to the box. */
function move(step: 1 | -1, box: HTMLInputElement | null): boolean {
  const all = links();
  const present = document.activeElement;
  const at = all.findIndex((link) => link === present || link.closest(".hit")?.contains(present) === true);
  if (at < 0 && present !== box) return false;
  if (at < 0 && step < 0) return false;
  const next = at + step < 0 ? box : all[at + step];
  next?.focus();
  return next !== undefined;
}

/** Presses a button of the result that has the focus. */
function press(selector: string): boolean {
  const button = document.activeElement?.closest(".hit")?.querySelector<HTMLElement>(selector);
  button?.click();
  return button !== null && button !== undefined;
}

/** The keys of the search view. Letters are keys only where nobody is typing. */
export function useKeys({ box, showHelp, close }: KeyActions): void {
  useEffect(() => {
    const focusBox = () => {
      box.current?.focus();
      box.current?.select();
      return true;
    };
    const keys: Readonly<Record<string, () => boolean>> = {
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
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (document.querySelector("dialog[open]") !== null) return;
      const isText = event.key.length === 1;
      const isElsewhere = isTyping(event.target) && event.target !== box.current;
      if ((isText && isTyping(event.target)) || isElsewhere) return;
      if (keys[event.key]?.() === true) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  });
}
