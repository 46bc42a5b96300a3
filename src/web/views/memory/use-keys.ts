import { useEffect, useRef } from "preact/hooks";
import { hasCharacterKeys } from "../../state/session.ts";
import { isForPage, isTyping } from "../../state/use-page-keys.ts";

/** What keys do; one that answers false is left to the browser. */
export type Keys = Readonly<Record<string, () => boolean>>;

/** Whether a key is for the page: none in text fields, in dialogs, with other keys held, or where letters are turned off. */
function isMeant(event: KeyboardEvent): boolean {
  if (!isForPage(event) || isTyping(event.target)) return false;
  return event.key.length > 1 || hasCharacterKeys();
}

/** Keys of what is shown, as long as it is. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (isMeant(event) && latest.current[event.key]?.()) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** What can be moved to in lists of this view, in order. */
const stops = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-stop]")];

const stopAt = (all: readonly HTMLElement[]): number =>
  all.findIndex((stop) => stop === document.activeElement || stop.contains(document.activeElement));

/** The item with the focus, else the first: what keys act on. */
function currentStop(): HTMLElement | undefined {
  const all = stops();
  return all[Math.max(0, stopAt(all))];
}

const focusOf = (stop: HTMLElement | undefined): HTMLElement | null | undefined =>
  stop?.querySelector<HTMLElement>("[data-focus]") ?? stop;

/** Moves the focus to the next item or the one before; from outside of them to the first. */
export function moveFocus(step: 1 | -1): boolean {
  const all = stops();
  const at = stopAt(all);
  const next = focusOf(at < 0 ? all[0] : all[at + step]);
  next?.focus();
  return next != null;
}

/** Moves the focus away from an item that is about to go, so that it is not lost. */
export function leaveStop(): void {
  const all = stops();
  const at = stopAt(all);
  if (at >= 0) focusOf(all[at + 1] ?? all[at - 1])?.focus();
}

/** Presses the button of that name of the current item. */
export function pressAt(name: string): boolean {
  const button = currentStop()?.querySelector<HTMLButtonElement>(`[data-act="${name}"]`);
  button?.click();
  return button != null;
}
