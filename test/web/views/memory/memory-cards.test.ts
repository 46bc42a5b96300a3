import { h } from "preact";
import { describe, expect, it } from "vitest";
import { MEMORY_FIELDS } from "../../../../src/contract/memory-fields.ts";
import { USUAL_CONFIDENCE } from "../../../../src/web/views/memory/list/memory-row.tsx";
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
  { address = "?view=memory&show=recalls", scope = "write", rest }: Options = {},
) {
  const answers: Answers = (asked) =>
    asked.path === "/v1/lane" ? { events, types: [], days: [], nextCursor: null } : rest?.(asked);
  const page = onPage(() => h(MemoryView, {}), { answers, address, status: { scope } });
  await page.screen.until((screen) => screen.all(".skeleton").length === 0);
  const beside = ["/v1/lane", "/v1/memories/statistics"];
  const asked = () => page.asked.filter(({ path }) => !beside.includes(path));
  return { ...page, rest: () => asked().map(({ method, path }) => `${method} ${path}`), sent: asked };
}

const remembered = (more: Partial<LaneEvent> = {}) => eventOf({ recall: null, path: "m1", ...more });

describe("a card", () => {
  it("of what was recalled says for which query, at which rank, and where it is", async () => {
    const { screen } = await open([eventOf({ recall: { query: "x y", rank: 3 } })]);
    expect(screen.texts(".lane-what, .type-badge, .lane-query, .cited")).toEqual([
      ...["file", "Recalled", "for x y · result 3", "a.md#L1-L2"],
    ]);
    expect(screen.all(".lane-query a, .cited a").map((link) => link.getAttribute("href"))).toEqual([
      ...["/?q=x+y", "/?q=x+y&open=notes:a.md%23L1-L2"],
    ]);
    expect(screen.all("meter").map((meter) => meter.getAttribute("aria-label"))).toEqual(["Score: 90%"]);
  });

  it("of a hidden query has no link to it", async () => {
    const { screen } = await open([eventOf({ recall: { query: null } })]);
    expect(screen.texts(".lane-query")).toEqual(["for a query stored only as a hash · result 1"]);
    expect(screen.one(".cited a").getAttribute("href")).toBe("/?open=notes:a.md%23L1-L2");
  });

  it.each([
    [0.2, "Quality by votes: 20%"],
    [0, "Quality by votes: 0%"],
  ])("of a memory shows its quality %s as %s", async (quality, label) => {
    const { screen } = await open([remembered({ quality })]);
    expect(screen.one("meter").getAttribute("aria-label")).toBe(label);
    expect(screen.all(".vote")).toEqual([]);
  });

  it("of a memory measures nothing where nobody voted", async () => {
    const { screen } = await open([remembered({ quality: 0.5 }), remembered({ path: "m2", quality: null })]);
    expect(screen.all(".lane-card").length).toBe(2);
    expect(screen.all("meter")).toEqual([]);
  });

  it("of a Markdown file says what it reads, without its marks; other texts stand as they are", async () => {
    const text = "## Keys\n\nKeys are **rotated** with `ops`.\n";
    const { screen } = await open([
      eventOf({ path: "guide.md", text }),
      eventOf({ path: "b.txt", text: "## as it is", recall: { rank: 2 } }),
    ]);
    await screen.until(() => screen.texts(".lane-text")[0] !== "");
    expect(screen.texts(".lane-text")).toEqual(["Keys are rotated with ops.", "## as it is"]);
  });

  it("shows type, tags, session, and what else is known", async () => {
    const event = remembered({
      ...{ type: "fact", tags: ["a", "b"], session: "s", supersedes: "m0", timesObserved: 3 },
    });
    const { screen } = await open([event], { address: "?view=memory&show=recalls&after=7d" });
    expect(screen.texts(".type-badge, .lane-what")).toEqual(["fact", "Remembered"]);
    expect(screen.texts(".lane-labels li")).toEqual([
      ...["#a", "#b", "Session s", "Supersedes an older memory", "observed 3 times"],
    ]);
    expect(screen.all(".lane-labels a").map((link) => link.getAttribute("href"))).toEqual([
      ...[
        "/?view=memory&show=recalls&after=7d&tag=a",
        "/?view=memory&show=recalls&after=7d&tag=b",
        "/?view=memory&show=recalls&after=7d&session=s",
      ],
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
    if (method === "POST" && path === "/v1/memories") return { memory: { ...older, id: "m2" }, redacted: [] };
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
    await page.screen.shows("Not saved: It changed");
    expect(page.screen.field("textarea").value).toBe("new");
    expect(page.screen.one(".dialog-acts [type=submit]").hasAttribute("disabled")).toBe(false);
    page.screen.press("Cancel");
    expect(page.screen.all("dialog")).toEqual([]);
  });

  it("of a memory that is gone says so", async () => {
    const page = await open([remembered()], { rest: () => refusal(404, "not_found", "Gone") });
    page.screen.press("Supersede");
    await page.screen.until(() => page.told.length === 1);
    expect(page.told).toEqual([{ tone: "error", text: "Could not open it: Gone" }]);
  });
});

it("a row says how sure a memory is where that is not what all have", () =>
  expect(USUAL_CONFIDENCE).toBe(MEMORY_FIELDS.confidence.usual));
