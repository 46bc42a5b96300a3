import { h } from "preact";
import { describe, expect, it } from "vitest";
import type { LaneEvent } from "../../../../src/lane/contract.ts";
import { MemoryView } from "../../../../src/web/views/memory/memory-view.tsx";
import { eventOf } from "../../support/answers.ts";
import { type Answers, type Asked, onPage, refusal, type Screen, textOf } from "../../support/screen.ts";

type Lane = { readonly events: readonly LaneEvent[]; readonly nextCursor?: string | null } & Record<
  string,
  unknown
>;

interface Options {
  readonly address?: string;
  readonly scope?: "read" | "write" | "admin";
  /** Answers what is not the lane's. */
  readonly rest?: Answers;
}

const NOTHING: Lane = { events: [] };

async function open(lane: (asked: Asked) => unknown, options: Options = {}) {
  const { address = "?view=memory&show=recalls", scope = "admin", rest = () => ({}) } = options;
  const answers: Answers = (asked) => {
    if (asked.path !== "/v1/lane") return rest(asked);
    const answer = lane(asked);
    return answer instanceof Response || answer instanceof Promise
      ? answer
      : { types: [], days: [], nextCursor: null, ...(answer as object) };
  };
  const page = onPage(() => h(MemoryView, {}), { answers, address, status: { scope } });
  await page.screen.until(({ document: drawn }) => drawn.querySelector(".skeleton") === null);
  return page;
}

const laneQueries = (asked: readonly Asked[]) =>
  asked.filter(({ path }) => path === "/v1/lane").map(({ query }) => query);
const lanePaths = ({ screen }: { readonly screen: Screen }) => screen.texts(".lane-text");

describe("votes", () => {
  const pressed = ({ screen }: { readonly screen: Screen }) =>
    screen
      .all(".lane-card")
      .map((card) =>
        Array.from(card.querySelectorAll("[aria-pressed=true]"), (vote) =>
          vote.getAttribute("aria-label"),
        ).join(),
      );
  const vote = (page: { readonly screen: Screen }, card: number, name: string) => {
    const button = page.screen
      .all(".lane-card")
      [card]?.querySelector(`.vote${name === "up" ? ".is-success" : ".is-error"}`);
    if (button == null) throw new Error("no such button");
    page.screen.fire(button, "click");
  };
  const voting = (asked: readonly Asked[]) =>
    asked
      .filter(({ path }) => path === "/v1/feedback")
      .map(({ method, query, body }) => [method, method === "POST" ? body : query]);
  const recalls =
    (...all: readonly object[]) =>
    () => ({ events: all.map((recall) => eventOf({ recall })) });

  it("are for one passage of one search: neither another search's nor another passage's", async () => {
    const page = await open(
      recalls(
        { recallId: "r1", chunk: "c1" },
        { recallId: "r2", chunk: "c1" },
        { recallId: "r1", chunk: "c2", rank: 2 },
      ),
    );
    vote(page, 1, "up");
    expect(pressed(page)).toEqual(["", "This helped", ""]);
    vote(page, 2, "down");
    expect(pressed(page)).toEqual(["", "This helped", "This misled"]);
    await page.screen.until(() => voting(page.asked).length === 2);
    expect(voting(page.asked)).toEqual([
      ["POST", { recallId: "r2", chunk: "c1", value: "up" }],
      ["POST", { recallId: "r1", chunk: "c2", value: "down" }],
    ]);
  });

  it("begin with the server's, are changed by the other button, and taken back by the same", async () => {
    const page = await open(recalls({ vote: "up" }));
    expect(pressed(page)).toEqual(["This helped"]);
    vote(page, 0, "down");
    await page.screen.until(() => voting(page.asked).length === 1);
    vote(page, 0, "down");
    expect(pressed(page)).toEqual([""]);
    await page.screen.until(() => voting(page.asked).length === 2);
    expect(voting(page.asked)).toEqual([
      ["POST", { recallId: "r1", chunk: "c1", value: "down" }],
      ["DELETE", { recallId: "r1", chunk: "c1" }],
    ]);
  });

  it("of several clicks at once are the last one alone", async () => {
    const page = await open(recalls({ vote: null }));
    for (const name of ["up", "down", "down", "up"]) vote(page, 0, name);
    expect(pressed(page)).toEqual(["This helped"]);
    await page.screen.rest();
    expect(voting(page.asked)).toEqual([["POST", { recallId: "r1", chunk: "c1", value: "up" }]]);
  });

  it("that the server refuses are as they were, and it says why", async () => {
    const page = await open(recalls({ vote: "down" }), {
      rest: () => refusal(403, "forbidden", "Read only"),
    });
    vote(page, 0, "up");
    expect(pressed(page)).toEqual(["This helped"]);
    await page.screen.until(() => page.told.length === 1);
    expect(pressed(page)).toEqual(["This misled"]);
    expect(page.told).toEqual([{ tone: "error", text: "Could not save your vote: Read only" }]);
  });
});

describe("the lane", () => {
  it.each([
    ["?view=memory&show=recalls", { after: "30d", limit: "48" }],
    ["?view=memory&show=recalls&q=x&prefix=p&after=7d", { after: "7d", limit: "48" }],
    [
      "?view=memory&show=recalls&kind=memory&type=fact&tag=t&session=s&after=2026-01-01&before=2026-02-01",
      {
        ...{ after: "2026-01-01", kind: "memory", type: "fact", tag: "t" },
        session: "s",
        before: "2026-02-01",
        limit: "48",
      },
    ],
  ])("asks for what %s names", async (address, query) => {
    expect(laneQueries((await open(() => NOTHING, { address })).asked)).toEqual([query]);
  });

  it("shows more below what there is, each page once, with the same filters", async () => {
    const pages: Readonly<Record<string, Lane>> = {
      "": { events: [eventOf({ text: "1" })], nextCursor: "c2" },
      c2: { events: [eventOf({ text: "2", recall: { rank: 2 } })], nextCursor: "c3" },
      c3: { events: [eventOf({ text: "3", recall: { rank: 3 } })], nextCursor: null },
    };
    const page = await open(({ query }) => pages[query.cursor ?? ""], {
      address: "?view=memory&show=recalls&tag=t",
    });
    await page.screen.until(() => lanePaths(page)[0] === "1");
    page.screen.press("Show more");
    expect(page.screen.one(".more button").hasAttribute("disabled")).toBe(true);
    await page.screen.until((screen) => screen.texts(".lane-text").length === 2);
    page.screen.press("Show more");
    await page.screen.until((screen) => screen.texts(".lane-text").length === 3);
    expect(lanePaths(page)).toEqual(["1", "2", "3"]);
    expect(page.screen.has("Show more")).toBe(false);
    const same = { after: "30d", tag: "t", limit: "48" };
    expect(laneQueries(page.asked)).toEqual([same, { ...same, cursor: "c2" }, { ...same, cursor: "c3" }]);
  });

  it("keeps what there is when more cannot be had", async () => {
    const lane = ({ query }: Asked) =>
      query.cursor === undefined
        ? { events: [eventOf()], nextCursor: "c" }
        : refusal(400, "invalid_input", "Old cursor");
    const page = await open(lane);
    page.screen.press("Show more");
    await page.screen.until(() => page.told.length === 1);
    expect(page.told).toEqual([{ tone: "error", text: "Old cursor" }]);
    await page.screen.until(() => lanePaths(page)[0] === "text");
    expect(page.screen.one(".more button").hasAttribute("disabled")).toBe(false);
  });

  it("begins anew with other filters", async () => {
    const lane = ({ query: { tag = "", cursor } }: Asked) => ({
      events: [
        eventOf({ text: `${tag} ${cursor ?? "first"}`, tags: ["t"], recall: { rank: cursor ? 2 : 1 } }),
      ],
      nextCursor: cursor === undefined ? "c" : null,
    });
    const page = await open(lane);
    page.screen.press("Show more");
    await page.screen.until(() => lanePaths(page).length === 2);
    page.screen.press("#t");
    await page.screen.until(() => lanePaths(page).includes("t first"));
    expect([lanePaths(page), page.screen.has("Show more")]).toEqual([["t first"], true]);
  });

  it("has a heading a day with its events, newest first as the server says", async () => {
    const now = new Date();
    const noon = (daysAgo: number) =>
      new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, 12).toISOString();
    const events = [0, 0, 1, 400].map((days, rank) => eventOf({ at: noon(days), recall: { rank } }));
    const page = await open(() => ({ events }));
    const [today, yesterday, earlier] = page.screen.texts("h2");
    expect([today, yesterday]).toEqual(["Today 2 events", "Yesterday 1 event"]);
    expect(earlier).toMatch(/^\w{3} \d+, \d{4} 1 event$/);
  });

  it("that cannot be had shows neither a bar nor counts of nothing", async () => {
    const { screen } = await open(() => refusal(503, "unavailable", "The database did not answer"));
    expect(screen.text).toContain("The database did not answer");
    expect([screen.all(".lane-bar"), screen.all(".badges button"), screen.has("30 days")]).toEqual([
      [],
      [],
      true,
    ]);
  });

  it("without events says whether filters are why", async () => {
    const plain = await open(() => NOTHING);
    expect(plain.screen.text).toContain("Nothing here yet");
    const filtered = await open(() => NOTHING, { address: "?view=memory&show=recalls&tag=t" });
    expect(filtered.screen.text).toContain("Nothing matches these filters");
    filtered.screen.press("Clear filters");
    expect(filtered.went).toEqual(["/?view=memory&show=recalls"]);
    expect(filtered.screen.has("Clear filters")).toBe(false);
  });

  it("is narrowed to the days of a column of its bar", async () => {
    const days = [{ day: "2026-03-02", recalled: 1, remembered: 2 }];
    const address = "?view=memory&show=recalls&after=2026-03-01&before=2026-03-04";
    const page = await open(() => ({ events: [], days }), { address });
    expect(page.screen.one(".lane-bar").getAttribute("aria-label")).toBe(
      "Over time: 1 recalled, 2 remembered",
    );
    expect(page.screen.texts("time")).toEqual(["Mar 1, 2026", "Mar 3, 2026"]);
    expect(page.screen.all(".lane-column")).toHaveLength(3);
    page.screen.press("Mar 2, 2026: 1 recalled, 2 remembered");
    expect(page.went).toEqual(["/?view=memory&show=recalls&after=2026-03-02&before=2026-03-03"]);
  });

  it("draws a column as high as its events, a rare one too", async () => {
    const days = [
      { day: "2026-03-01", recalled: 1, remembered: 0 },
      { day: "2026-03-02", recalled: 50, remembered: 50 },
    ];
    const address = "?view=memory&show=recalls&after=2026-03-01&before=2026-03-03";
    const page = await open(() => ({ events: [], days }), { address });
    const heights = page.screen.all(".lane-piece").map(({ style }) => style.height);
    expect(heights).toEqual(["5%", "0px", "45%", "45%"]);
    const parts = page.screen
      .all(".lane-piece")
      .map(({ style }) => `${style.backgroundSize} ${style.backgroundPosition}`);
    expect(parts).toEqual([...Array(2).fill("200% 100% 0% 0px"), ...Array(2).fill("200% 100% 100% 0px")]);
  });
});

describe("filters of the lane", () => {
  const pressedNames = (screen: Screen) => screen.all("[aria-pressed=true]").map(textOf);

  it("have the usual period without a word in the address, and drop the end of another", async () => {
    const page = await open(() => NOTHING);
    expect(pressedNames(page.screen)).toEqual(["30 days"]);
    page.screen.press("7 days");
    expect(page.went).toEqual(["/?view=memory&show=recalls&after=7d"]);
    const dated = await open(() => NOTHING, {
      address: "?view=memory&show=recalls&after=7d&before=2026-01-01&tag=t",
    });
    expect(pressedNames(dated.screen)).not.toContain("7 days");
    dated.screen.press("30 days");
    expect(dated.went).toEqual(["/?view=memory&show=recalls&tag=t"]);
  });

  const types = [
    { name: "fact", recalled: 1_000, remembered: 2 },
    { name: "file", recalled: 4, remembered: 0 },
  ];

  it.each([
    ["?view=memory&show=recalls", "fact 1,002", "/?view=memory&show=recalls&type=fact"],
    ["?view=memory&show=recalls&type=fact", "fact 1,002", "/?view=memory&show=recalls"],
    ["?view=memory&show=recalls&type=fact", "file 4", "/?view=memory&show=recalls&kind=file"],
    ["?view=memory&show=recalls&kind=file", "file 4", "/?view=memory&show=recalls"],
    ["?view=memory&show=recalls&kind=file", "fact 1,002", "/?view=memory&show=recalls&type=fact"],
    ["?view=memory&show=recalls&type=fact&tag=t", "All", "/?view=memory&show=recalls&tag=t"],
  ])("from %s lead by %s to %s", async (address, name, next) => {
    const page = await open(() => ({ events: [], types }), { address });
    page.screen.press(name);
    expect(page.went).toEqual([next]);
  });

  it("count all events where none is chosen", async () => {
    const page = await open(() => ({ events: [], types }));
    expect(page.screen.texts(".badges button")).toEqual(["All 1,006", "fact 1,002", "file 4"]);
    const chosen = await open(() => ({ events: [], types }), {
      address: "?view=memory&show=recalls&type=fact",
    });
    expect(chosen.screen.texts(".badges button")).toEqual(["All", "fact 1,002", "file 4"]);
    expect(pressedNames(chosen.screen)).toContain("fact 1,002");
  });

  it("that are typed are trimmed, one parameter each", async () => {
    const page = await open(() => NOTHING, { address: "?view=memory&show=recalls&after=7d&tag=t" });
    const fields = page.screen.all<HTMLInputElement>(".lane-fields input");
    expect(fields.map(({ value }) => value)).toEqual(["t", "", "", ""]);
    for (const [at, value] of ["x ", " s", "2026-01-01", "2026-01-02"].entries()) {
      const field = page.screen.all<HTMLInputElement>(".lane-fields input")[at];
      if (field !== undefined) page.screen.enter(field, value);
    }
    expect(page.went.at(-1)).toBe(
      "/?view=memory&show=recalls&after=2026-01-01&tag=x&session=s&before=2026-01-02",
    );
  });
});
