import { afterEach, describe, expect, it, vi } from "vitest";
import { refusal } from "../../support/screen.ts";
import { asked, facts, open, type Options, statusOf } from "./opened-index.ts";

afterEach(() => vi.useRealTimers());

describe("what waits", () => {
  const waiting = async (left: (looks: number) => number | Response) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let looks = 0;
    const page = await open({
      rest: ({ path }) => {
        if (path !== "/v1/status") return undefined;
        const pendingChunks = left(looks++);
        return pendingChunks instanceof Response ? pendingChunks : statusOf({ index: { pendingChunks } });
      },
    });
    const pass = async (ms: number) => {
      vi.advanceTimersByTime(ms);
      await page.screen.rest();
      return looks;
    };
    return { ...page, pass, standing: () => page.screen.texts(".view-head a") };
  };

  it("is looked at again, less and less often, until nothing waits, and nothing else is loaded", async () => {
    const { pass, standing, asked: all } = await waiting((looks) => (looks < 3 ? 2 : 0));
    expect(standing()).toEqual(["Waiting for a vector: 2"]);
    const others = () => all.filter(({ path }) => path !== "/v1/status").length;
    const before = others();
    expect([await pass(2_999), await pass(1)]).toEqual([1, 2]);
    expect([await pass(4_499), await pass(1), standing()]).toEqual([2, 3, ["Waiting for a vector: 2"]]);
    expect([await pass(6_750), standing()]).toEqual([4, []]);
    expect([await pass(600_000), others()]).toEqual([4, before]);
  });

  it("stays as it was where a look fails, and is looked at again", async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    const { pass, standing } = await waiting((looks) =>
      looks === 1 ? refusal(400, "invalid_input", "Not now") : looks === 0 ? 2 : 1,
    );
    expect([await pass(3_000), standing()]).toEqual([2, ["Waiting for a vector: 2"]]);
    expect([await pass(4_500), standing()]).toEqual([3, ["Waiting for a vector: 1"]]);
  });

  it("is not looked at while the page is hidden", async () => {
    const { screen, pass } = await waiting(() => 2);
    const show = (visibilityState: string) => {
      Object.defineProperty(screen.document, "visibilityState", {
        value: visibilityState,
        configurable: true,
      });
      screen.fire(screen.document, "visibilitychange");
    };
    show("hidden");
    expect(await pass(600_000)).toBe(1);
    show("visible");
    expect(await pass(3_000)).toBe(2);
  });
});

describe("pending work", () => {
  it("is none where all passages have vectors and nothing failed", async () => {
    expect(facts((await open({ part: "work" })).screen, "work")).toEqual([
      ...["Passages with vectors: 4,000 of 4,000", " Nothing is pending and nothing failed"],
    ]);
    const empty = await open({ part: "work", status: { chunks: 0 } });
    expect(facts(empty.screen, "work")[0]).toBe("Passages with vectors: 0 of 0");
    expect(empty.screen.all(".is-success").length).toBeGreaterThan(0);
    expect(empty.screen.one("meter").getAttribute("value")).toBe("1");
  });

  it("is told with failures first, each with its number", async () => {
    const { screen } = await open({
      part: "work",
      index: {
        ...{ pendingChunks: 1_000, invisibleVectors: 2, failedDocuments: 3, failedWork: 4 },
        ...{ pendingContexts: 5, pendingNames: 6, lastError: "No quota" },
      },
      status: {
        reindex: [
          { kind: "chunker", unit: "documents", done: 1, total: 4 },
          { kind: "old_vectors", unit: "chunks", done: 1, total: 2 },
        ],
      },
    });
    expect(facts(screen, "work")).toEqual([
      "Passages with vectors: 3,000 of 4,000",
      ...["Documents that failed3", "Jobs that failed for good4", "Waiting for a vector1,000"],
      "Not yet in the vector index; compared from the database until then2",
      ...["Waiting for a context5", "Waiting for name extraction6"],
      ...[
        "Cutting documents into passages again: 1 of 4 documents",
        "Deleting the previous model's vectors: 1 of 2 passages",
        "Last error No quota",
      ],
    ]);
    expect(screen.all(".fact b").map(({ classList }) => classList.item(1))).toEqual([
      ...["is-error", "is-error", "is-warning", "is-warning", "is-warning", "is-warning"],
    ]);
    expect(
      screen
        .all("meter")
        .slice(0, 2)
        .map((meter) => meter.getAttribute("value")),
    ).toEqual(["0.75", "0.25"]);
  });

  it("says until when models are paused", async () => {
    const { screen } = await open({ part: "work", index: { pausedUntil: "2026-11-20T12:00:00Z" } });
    expect(screen.text).toMatch(/Model calls are paused until Nov 20, 2026, .*: quota or budget/);
  });

  const failures = [
    { root: "notes", path: "a.md", chunks: 2, error: "<b>Too long</b>" },
    { root: "memories", path: "m.md", chunks: 1, error: null },
  ];
  const failed = (more: Options = {}) =>
    open({ part: "work", index: { failedDocuments: 1_002, failures }, ...more });

  it("that failed is named with the reason, as a link to the document", async () => {
    const { screen } = await failed({ scope: "read" });
    expect(screen.texts("#failures")).toEqual(["1,002 documents failed"]);
    expect(screen.texts(".panel h2")[0], "before what is in order").toBe("1,002 documents failed");
    expect(screen.texts("[aria-labelledby=failures] tbody tr")).toEqual([
      "notes/a.md<b>Too long</b>2",
      "memories/m.mdno reason was kept1",
    ]);
    expect(screen.named("notes/a.md")[0]?.getAttribute("href")).toBe("/?open=notes:a.md");
    expect(screen.has("Try all again now")).toBe(false);
  });

  it("that failed is tried again by an admin, and what stands in the way is said", async () => {
    const {
      screen,
      asked: all,
      told,
    } = await failed({
      rest: ({ path }) => (path === "/v1/reindex" ? { retried: 3, work: [] } : undefined),
    });
    screen.press("Try all again now");
    await screen.until(() => told.length === 1 && asked(all, "/v1/status").length === 2);
    expect(told).toEqual([{ tone: "success", text: "3 passages will be tried again" }]);
    expect(asked(all, "/v1/reindex").map(({ body }) => body)).toEqual([{ failed: true }]);
    const refused = await failed({
      rest: ({ path }) => (path === "/v1/reindex" ? refusal(503, "unavailable", "Busy") : undefined),
    });
    refused.screen.press("Try all again now");
    await refused.screen.until(() => refused.told.length === 1);
    expect(refused.told).toEqual([{ tone: "error", text: "Could not start it: Busy" }]);
    expect(refused.screen.all("button[disabled]")).toEqual([]);
  });

  it.each([
    [undefined, "npx recall export --to backup.ndjson"],
    [{ upToDateAt: null, isLate: true }, "There is no backup in the bucket yet. That is too old"],
    [{ upToDateAt: "2026-11-20T12:00:00Z", isLate: false }, "The newest backup held everything"],
  ])("with the backup %j shows %s", async (backup, text) => {
    const { screen } = await open({ part: "work", status: { backup } });
    expect(screen.one("[aria-labelledby=backups]").textContent).toContain(text);
  });
});
