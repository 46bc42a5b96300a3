import { h } from "preact";
import { describe, expect, it } from "vitest";
import type { LaneEvent } from "../../../../src/lane/contract.ts";
import { MemoryView } from "../../../../src/web/views/memory/memory-view.tsx";
import { eventOf } from "../../support/answers.ts";
import { type Answers, onPage, refusal } from "../../support/screen.ts";

interface Options {
  readonly address?: string;
  readonly scope?: "read" | "write" | "admin";
  readonly rest?: Answers;
}

async function open(
  events: readonly LaneEvent[],
  { address = "?view=memory", scope = "write", rest }: Options = {},
) {
  const answers: Answers = (asked) =>
    asked.path === "/v1/lane" ? { events, types: [], days: [], nextCursor: null } : rest?.(asked);
  const page = onPage(() => h(MemoryView, {}), { answers, address, status: { scope } });
  await page.screen.until((screen) => screen.all(".skeleton").length === 0);
  const asked = () => page.asked.filter(({ path }) => path !== "/v1/lane");
  return { ...page, rest: () => asked().map(({ method, path }) => `${method} ${path}`), sent: asked };
}

const remembered = (more: Partial<LaneEvent> = {}) => eventOf({ recall: null, path: "m1", ...more });

describe("a card", () => {
  it("of what was recalled says for which query, at which rank, and where it is", async () => {
    const { screen } = await open([eventOf({ recall: { query: "x y", rank: 3 } })]);
    expect(screen.texts(".lane-what, .type-badge, .lane-query, .cited")).toEqual([
      ...["file", "Recalled", "for x y · hit 3", "a.md#L1-L2"],
    ]);
    expect(screen.all(".lane-query a, .cited a").map((link) => link.getAttribute("href"))).toEqual([
      ...["/?q=x+y", "/?q=x+y&open=notes:a.md%23L1-L2"],
    ]);
    expect(screen.all("meter").map((meter) => meter.getAttribute("aria-label"))).toEqual(["Score: 90%"]);
  });

  it("of a hidden query has no link to it", async () => {
    const { screen } = await open([eventOf({ recall: { query: null } })]);
    expect(screen.texts(".lane-query")).toEqual(["for a query stored only as a hash · hit 1"]);
    expect(screen.one(".cited a").getAttribute("href")).toBe("/?open=notes:a.md%23L1-L2");
  });

  it.each([
    [0.2, "Quality by votes: 20%"],
    [0, "Quality by votes: 0%"],
    [null, "Quality by votes: 50%"],
  ])("of a memory shows its quality %s as %s", async (quality, label) => {
    const { screen } = await open([remembered({ quality })]);
    expect(screen.one("meter").getAttribute("aria-label")).toBe(label);
    expect(screen.all(".vote")).toEqual([]);
  });

  it("shows type, tags, session, and what else is known", async () => {
    const event = remembered({
      ...{ type: "fact", tags: ["a", "b"], session: "s", supersedes: "m0", timesObserved: 3 },
    });
    const { screen } = await open([event], { address: "?view=memory&after=7d" });
    expect(screen.texts(".type-badge, .lane-what")).toEqual(["fact", "Remembered"]);
    expect(screen.texts(".lane-labels li")).toEqual([
      ...["#a", "#b", "Session s", "Supersedes an older memory", "observed 3 times"],
    ]);
    expect(screen.all(".lane-labels a").map((link) => link.getAttribute("href"))).toEqual([
      ...["/?view=memory&after=7d&tag=a", "/?view=memory&after=7d&tag=b", "/?view=memory&after=7d&session=s"],
    ]);
    const plain = await open([remembered({ timesObserved: 1 })]);
    expect(plain.screen.texts(".lane-labels li")).toEqual([]);
  });

  it("has few lines, and says when the text goes on", async () => {
    const { screen } = await open([remembered({ text: "\na\n \n\nb\nc\n", cut: true })]);
    expect(screen.one(".lane-text").textContent).toBe("a\nb\nc …");
  });

  it("of a memory can be forgotten and superseded, by who may write; a file's cannot", async () => {
    const acts = async (event: LaneEvent, scope: Options["scope"]) => {
      const { screen } = await open([event], { ...(scope && { scope }) });
      return [
        screen.has("Forget"),
        screen.all(".lane-card").length && screen.texts("article button").includes("Supersede"),
      ];
    };
    expect(await acts(remembered(), "write")).toEqual([true, true]);
    expect(await acts(remembered(), "admin")).toEqual([true, true]);
    expect(await acts(remembered(), "read")).toEqual([false, false]);
    expect(await acts(eventOf(), "admin")).toEqual([false, false]);
    expect(await acts(eventOf({ kind: "memory", path: "m1" }), "write")).toEqual([true, true]);
  });

  it("is of everybody's searches for admins, of one's own for others", async () => {
    const said = async (scope: "admin" | "write") => (await open([], { scope })).screen.text;
    expect(await said("admin")).toContain("what anyone's searches recalled");
    expect(await said("write")).toContain("what your own searches recalled");
  });
});

describe("forgetting", () => {
  it("hides the memory at once, everywhere, but no file of that name, and can be undone", async () => {
    const events = [
      remembered({ text: "mine" }),
      eventOf({ kind: "memory", path: "m1", text: "again", recall: {} }),
      eventOf({ kind: "file", path: "m1", text: "file", recall: { rank: 2 } }),
      remembered({ path: "m2", text: "other" }),
    ];
    const page = await open(events);
    page.screen.press("Forget");
    expect(page.screen.texts(".lane-text")).toEqual(["file", "other"]);
    await page.screen.until(() => page.told.length === 1);
    expect(page.told).toMatchObject([{ tone: "success", text: "Forgotten", action: { label: "Undo" } }]);
    page.told[0]?.action?.run();
    await page.screen.until(() => page.told.length === 2);
    expect(page.told[1]).toEqual({ tone: "success", text: "Restored" });
    expect(page.screen.texts(".lane-text")).toEqual(["mine", "again", "file", "other"]);
    expect(page.rest()).toEqual(["DELETE /v1/memories/m1", "POST /v1/memories/m1/undo"]);
    await page.screen.until(() => page.asked.filter(({ path }) => path === "/v1/lane").length === 3);
  });

  it("that is refused shows the memory again, and why", async () => {
    const page = await open([remembered()], { rest: () => refusal(404, "not_found", "No such memory") });
    page.screen.press("Forget");
    await page.screen.until(() => page.told.length === 1);
    expect(page.told).toEqual([{ tone: "error", text: "Could not forget it: No such memory" }]);
    expect(page.screen.texts(".lane-text")).toEqual(["text"]);
  });
});

describe("superseding", () => {
  const older = {
    ...{ id: "m1", text: "old", type: "fact", tags: ["t"], session: "s", source: "chat", entities: ["Ana"] },
    ...{ importance: 0.4, priority: 2, confidence: 0.3, timesObserved: 9, state: "live" },
  };
  const rest: Answers = ({ method, path }) => {
    if (method === "POST" && path === "/v1/memories") return { memory: { ...older, id: "m2" } };
    return { memory: older };
  };

  it("keeps what was said of the older one, and can be undone", async () => {
    const page = await open([remembered()], { rest });
    page.screen.press("Supersede");
    await page.screen.until((screen) => screen.all("dialog").length === 1);
    const text = page.screen.field("textarea");
    const save = () => page.screen.one(".dialog-acts [type=submit]");
    expect([text.value, save().hasAttribute("disabled")]).toEqual(["old", true]);
    page.screen.type(text, "  ");
    expect(save().hasAttribute("disabled")).toBe(true);
    page.screen.type(text, "new ");
    expect(save().hasAttribute("disabled")).toBe(false);
    page.screen.submit("dialog form");
    await page.screen.until(() => page.told.length === 1);
    expect(page.sent()[1]?.body).toEqual({
      ...{ type: "fact", tags: ["t"], entities: ["Ana"], importance: 0.4, priority: 2, confidence: 0.3 },
      ...{ session: "s", source: "chat", text: "new ", supersedes: "m1", force: true },
    });
    await page.screen.until((screen) => screen.all("dialog").length === 0);
    page.told[0]?.action?.run();
    await page.screen.until(() => page.told.length === 2);
    expect(page.told.map(({ text: said }) => said)).toEqual(["Superseded", "Undone"]);
    expect(page.rest().slice(1)).toEqual([
      ...["POST /v1/memories", "DELETE /v1/memories/m2", "POST /v1/memories/m1/undo"],
    ]);
    expect(page.sent()[2]?.query).toEqual({ now: "true" });
  });

  it("that is refused keeps the dialog with what was typed, and says why", async () => {
    const page = await open([remembered()], {
      rest: (asked) => (asked.method === "POST" ? refusal(409, "conflict", "It changed") : rest(asked)),
    });
    page.screen.press("Supersede");
    await page.screen.until((screen) => screen.all("dialog").length === 1);
    page.screen.type(page.screen.field("textarea"), "new");
    page.screen.submit("dialog form");
    await page.screen.shows("Could not supersede it: It changed");
    expect(page.screen.field("textarea").value).toBe("new");
    expect(page.screen.one(".dialog-acts [type=submit]").hasAttribute("disabled")).toBe(false);
    page.screen.press("Cancel");
    expect(page.screen.all("dialog")).toEqual([]);
  });

  it("of a memory that is gone says so", async () => {
    const page = await open([remembered()], { rest: () => refusal(404, "not_found", "Gone") });
    page.screen.press("Supersede");
    await page.screen.until(() => page.told.length === 1);
    expect(page.told).toEqual([{ tone: "error", text: "Could not supersede it: Gone" }]);
  });
});

describe("past memories", () => {
  const memories = [
    { id: "m1", type: "fact", lastObserved: "2026-11-20T12:00:00Z", text: "one", cut: true },
    { id: "m2", type: "gap", lastObserved: "2026-11-20T12:00:00Z", text: "two", cut: false },
  ];
  const list = (state: string, scope: "read" | "write" = "write", found: readonly object[] = memories) =>
    open([], { address: `?view=memory&show=${state}`, scope, rest: () => ({ memories: found }) });

  it("that were forgotten are listed, and restored by who may write", async () => {
    const page = await list("forgotten");
    expect(page.sent().map(({ path, query }) => [path, query])).toEqual([
      ["/v1/memories", { state: "forgotten", limit: "100" }],
    ]);
    expect(page.screen.texts(".type-badge, .lane-text")).toEqual(["fact", "one …", "gap", "two"]);
    const [, second] = page.screen.named("Restore");
    if (second !== undefined) page.screen.fire(second, "click");
    await page.screen.until(() => page.rest().length === 3);
    expect(page.rest().slice(1)).toEqual(["POST /v1/memories/m2/undo", "GET /v1/memories"]);
    expect((await list("forgotten", "read")).screen.has("Restore")).toBe(false);
  });

  it("that were superseded are listed only", async () => {
    const page = await list("superseded");
    expect(page.sent()[0]?.query).toEqual({ state: "superseded", limit: "100" });
    expect([page.screen.has("Restore"), page.screen.text.includes("A newer memory replaced")]).toEqual([
      false,
      true,
    ]);
  });

  it("say that there are none", async () => {
    expect((await list("forgotten", "write", [])).screen.text).toContain(
      "Nothing was forgotten in the last 24 hours",
    );
    expect((await list("superseded", "write", [])).screen.text).toContain("No memory was superseded");
  });

  it("are in the address, and the lane is not", async () => {
    const page = await list("forgotten");
    page.screen.press("Superseded");
    page.screen.press("Lane");
    expect(page.went).toEqual(["/?view=memory&show=superseded", "/?view=memory"]);
    const unknown = await open([], { address: "?view=memory&show=nonsense" });
    expect(unknown.asked.map(({ path }) => path)).toEqual(["/v1/lane"]);
  });
});
