import { h } from "preact";
import { describe, expect, it } from "vitest";
import { MemoryView } from "../../../../src/web/views/memory/memory-view.tsx";
import { asBrowser } from "../../support/globals.ts";
import { type Answers, onPage } from "../../support/screen.ts";

const MEMORY = {
  ...{
    id: "m2",
    text: "We deploy on Thursdays",
    type: "fact",
    confidence: 0.9,
    importance: 0.7,
    priority: 3,
    state: "live",
  },
  ...{ tags: [], entities: [], source: null, session: null, timesObserved: 1, recalled: 0, version: 4 },
  ...{ votes: { up: 0, down: 0 }, quality: 0.5, supersedes: null, supersededBy: null },
  ...{ firstObserved: "2026-11-20T12:00:00Z", lastObserved: "2026-11-20T12:00:00Z" },
};

const answers: Answers = ({ path }) => {
  if (path === "/v1/lane") return { events: [], types: [], days: [], nextCursor: null };
  if (path !== "/v1/memories/m2") return {};
  const mayContradict = [{ id: "m3", text: "We deploy on Fridays", words: "may contradict m3, older" }];
  return { memory: MEMORY, mayContradict, observations: [], nextCursor: null, history: [MEMORY] };
};

async function open() {
  asBrowser({ localStorage: { getItem: () => null }, location: { origin: "https://recall.example" } });
  const page = onPage(() => h(MemoryView, {}), {
    answers,
    address: "?view=memory&id=m2",
    status: { scope: "write" },
  });
  await page.screen.shows("No search has recalled it");
  return page;
}

describe("what was typed on a memory's own page", () => {
  it.each([
    ["replaces it", "Supersede", "Merge …"],
    ["it is merged with", "Merge …", "Supersede"],
  ])("of what %s is there again after Escape, until it is given up", async (_, name, another) => {
    const page = await open();
    const asked = async (dialog: string): Promise<string> => {
      // The last Merge is that of two that may contradict each other, so that it need not ask with which.
      const button = page.screen.all("button").findLast(({ textContent }) => textContent?.trim() === dialog);
      if (button !== undefined) page.screen.fire(button, "click");
      await page.screen.until((screen) => screen.all("dialog textarea").length === 1);
      return page.screen.field("textarea").value;
    };
    const leave = () => page.screen.fire(page.screen.one("dialog"), "cancel");
    expect(await asked(name)).toBe(MEMORY.text);
    page.screen.type(page.screen.field("textarea"), "We deploy at night");
    leave();
    expect(await asked(another)).toBe(MEMORY.text);
    leave();
    expect(await asked(name)).toBe("We deploy at night");
    page.screen.press("Cancel");
    expect(await asked(name)).toBe(MEMORY.text);
  });
});
