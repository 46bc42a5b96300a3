import type { Page as Tab } from "playwright-core";

/**
 * Things that lie over each other though they should not: buttons, links, fields and lines of text that share more than
 * two pixels both ways, unless one is inside the other or is meant to float (the header, messages, dialogs, signs on the
 * picture of the graph). Also texts that their own box cuts off without saying so, and what sticks out of its card.
 */
export const overlapping = (tab: Tab): Promise<readonly string[]> =>
  tab.evaluate(() => {
    const FLOATING = ".header, .notices, dialog, .graph-acts, .skip, .visually-hidden, svg";
    const SLACK = 2;
    const isShown = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
    };
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} "${(element.textContent ?? "").trim().slice(0, 30)}"`;
    const isClipped = (element: Element): boolean => {
      const box = element.getBoundingClientRect();
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        if (getComputedStyle(at).overflow === "visible") continue;
        const frame = at.getBoundingClientRect();
        if (box.bottom > frame.bottom + SLACK || box.top < frame.top - SLACK) return true;
      }
      return false;
    };
    /** Shortened with an ellipsis by what it stands in. */
    const isShortened = (element: Element): boolean => {
      const style = element.parentElement && getComputedStyle(element.parentElement);
      return style?.overflowX === "hidden" && style.textOverflow === "ellipsis";
    };
    const things = [
      ...document.querySelectorAll(
        "#page :is(button, a, input, select, textarea, h1, h2, h3, dt, dd, td, th, label, .badge, .meter)",
      ),
    ].filter((element) => isShown(element) && element.closest(FLOATING) === null && !isClipped(element));
    const boxes = things.map((element) => ({ element, box: element.getBoundingClientRect() }));
    const told: string[] = [];
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > SLACK && down > SLACK) told.push(`${nameOf(one.element)} over ${nameOf(other.element)}`);
      }
    const cut = things.filter(
      (element) =>
        /^(?:BUTTON|H1|H2|H3|DT|DD)$/.test(element.tagName) &&
        element.scrollWidth > element.clientWidth + SLACK &&
        getComputedStyle(element).overflowX !== "visible",
    );
    const out = [...document.querySelectorAll("#page .card :is(button, a, p, time, bdi, dd, .badge)")].filter(
      (element) => {
        const card = element.closest(".card")?.getBoundingClientRect();
        // What scrolls by itself is wider than it shows.
        if (
          card === undefined ||
          !isShown(element) ||
          isShortened(element) ||
          element.closest(".wide, svg, .visually-hidden") !== null
        )
          return false;
        const { left, right } = element.getBoundingClientRect();
        return right > card.right + SLACK || left < card.left - SLACK;
      },
    );
    return [
      ...told,
      ...cut.map((element) => `${nameOf(element)} is cut off`),
      ...out.map((element) => `${nameOf(element)} sticks out of its card`),
    ];
  });
