import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { hasCharacterKeys } from "../../../state/session.ts";
import { isForPage, isTyping } from "../../../state/use-page-keys.ts";

interface KeyActions {
  readonly box: RefObject<HTMLInputElement | null>;
  /** Closes what is open; false if nothing was. */
  readonly close: () => boolean;
}

/** From the box to the first result, from result to result, and back to the box. */
function move(step: 1 | -1, box: HTMLInputElement | null): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(".hit-link")];
  const present = document.activeElement;
  const here = present?.closest(".hit") ?? (present === box ? null : selectedHit());
  const at = all.findIndex((link) => here?.contains(link) === true);
  if (at < 0 && (present !== box || step < 0)) return false;
  const next = at + step < 0 ? box : all[at + step];
  next?.focus();
  return next !== undefined;
}

const selectedHit = (): Element | null => document.querySelector(".hit.is-selected");

/** Presses a button of the selected result. */
function press(act: string): boolean {
  const hit = document.activeElement?.closest(".hit") ?? selectedHit();
  const button = hit?.querySelector<HTMLElement>(`[data-act="${act}"]`);
  button?.click();
  return button != null;
}

/** Closes the explanation of the selected result, or the first that is open; the focus stays. */
function closeWhy(): boolean {
  const open = '[data-act="why"][aria-expanded="true"]';
  const button = selectedHit()?.querySelector<HTMLElement>(open) ?? document.querySelector<HTMLElement>(open);
  button?.click();
  return button != null;
}

/** Opens the selected result where the focus is on nothing that Enter already means something to. */
function openSelected(): boolean {
  if (document.activeElement?.matches("a, button, input, select, textarea, summary")) return false;
  const link = selectedHit()?.querySelector<HTMLElement>(".hit-link");
  link?.click();
  return link != null;
}

const keysFor = ({ box, close }: KeyActions): Readonly<Record<string, () => boolean>> => {
  const [down, up] = [() => move(1, box.current), () => move(-1, box.current)];
  const back = (): boolean => {
    if (close() || closeWhy()) return true;
    if (document.activeElement === box.current) return false;
    box.current?.focus();
    box.current?.select();
    return true;
  };
  return {
    ArrowDown: down,
    j: down,
    ArrowUp: up,
    k: up,
    Enter: openSelected,
    Escape: back,
    c: () => press("copy"),
    u: () => press("up"),
    d: () => press("down"),
    w: () => press("why"),
    f: () => {
      const filter = document.querySelector<HTMLElement>("#filter");
      filter?.click();
      return filter !== null;
    },
  };
};

/** Where arrows move what is read, they are the browser's. */
const scrolls = ({ key, target }: KeyboardEvent): boolean =>
  key.startsWith("Arrow") && target instanceof HTMLElement && target.closest(".preview") !== null;

/** Letters may be turned off, except for the result that has the focus. */
const isOn = ({ key }: KeyboardEvent): boolean =>
  key.length > 1 || hasCharacterKeys() || document.activeElement?.closest(".hit") != null;

/** Whether a key is for the view: letters only outside of text fields. */
function isMeant(event: KeyboardEvent, box: HTMLInputElement | null): boolean {
  if (!isForPage(event) || scrolls(event) || !isOn(event)) return false;
  return !isTyping(event.target) || (event.key.length > 1 && event.target === box);
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
