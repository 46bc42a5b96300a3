import type { Page as Tab } from "playwright-core";

/** Short words that stand on two lines, a part on each: what holds them is too narrow for them. */
export const brokenWords = (tab: Tab): Promise<readonly string[]> =>
  tab.evaluate(() => {
    /** Longer ones are names and addresses, which may break. */
    const SHORT = 12;
    const isOnTwoLines = (text: Text, at: number, length: number): boolean => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    };
    const told: string[] = [];
    const texts = document.createTreeWalker(
      document.querySelector("#page") ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const inside = text.parentElement;
      if (inside === null || !inside.checkVisibility({ visibilityProperty: true })) continue;
      if (inside.closest(".visually-hidden, code, svg") !== null) continue;
      for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(/\p{L}+/gu))
        if (word.length <= SHORT && isOnTwoLines(text as Text, index, word.length))
          told.push(
            `"${word}" is broken between its letters in ${inside.tagName.toLowerCase()}.${inside.className}`,
          );
    }
    return told;
  });
