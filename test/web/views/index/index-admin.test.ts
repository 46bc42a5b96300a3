import { h } from "preact";
import { describe, expect, it } from "vitest";
import { usePage } from "../../../../src/web/state/page.ts";
import { AuditPanel } from "../../../../src/web/views/index/audit-panel.tsx";
import { DeploymentPanel } from "../../../../src/web/views/index/deployment-panel.tsx";
import { PlanSharePanel } from "../../../../src/web/views/index/plan-use.tsx";
import { RunsPanel, runDays } from "../../../../src/web/views/index/runs-panel.tsx";
import { asBrowser } from "../../support/globals.ts";
import { type Answers, fetchOf, onPage, refusal } from "../../support/screen.ts";

const check = (name: string, failed: number, more: object = {}) => ({
  ...{ check: name, promise: `promise of ${name}`, checked: 10, failed, repair: [] },
  examples: failed > 0 ? [{ id: `${name}-1`, note: "gone" }] : [],
  ...more,
});

describe("the integrity check", () => {
  function open(answers: Answers) {
    let changes = 0;
    const changed = () => {
      changes += 1;
    };
    const page = onPage(() => h(AuditPanel, { changed }), { answers });
    return { ...page, changes: () => changes };
  }
  const sent = ({ asked }: ReturnType<typeof open>) =>
    asked.map(({ method, path, query, body }) => [`${method} ${path}`, method === "GET" ? query : body]);

  it("goes over all pages, adds them up, and shows failures first", async () => {
    const page = open(({ query }) =>
      query.cursor === undefined
        ? { checks: [check("a", 0), check("b", 1)], nextCursor: "2" }
        : { checks: [check("b", 2), check("c", 1_000, { checked: 2_000 })], nextCursor: null },
    );
    page.screen.press("Check");
    expect(page.screen.texts("[role=status]")).toEqual(["Checking … 0 so far"]);
    expect(page.screen.all("button[disabled]")).toHaveLength(3);
    await page.screen.shows("2 of 3 checks failed");
    expect(page.screen.texts(".checks li.is-error, .checks li.is-success")).toEqual([
      ...[
        "promise of b: 3 of 20 failedb-1 goneb-1 gone",
        "promise of c: 1,000 of 2,000 failedc-1 gone",
        "promise of a",
      ],
    ]);
    expect(sent(page)).toEqual([
      ["GET /v1/audit", { full: "false" }],
      ["GET /v1/audit", { full: "false", cursor: "2" }],
    ]);
    await page.screen.until(() => page.changes() === 1);
    expect(page.screen.all("button[disabled]")).toEqual([]);
  });

  it("of everything says that all passed", async () => {
    const page = open(() => ({ checks: [check("a", 0), check("b", 0)], nextCursor: null }));
    page.screen.press("Check everything");
    await page.screen.shows("All 2 checks passed");
    expect(sent(page)).toEqual([["GET /v1/audit", { full: "true" }]]);
  });

  it("repairs page after page, then checks everything", async () => {
    const page = open(({ method, body }) =>
      method === "POST"
        ? { nextCursor: (body as { cursor?: string }).cursor === undefined ? "r2" : null }
        : { checks: [check("a", 0)], nextCursor: null },
    );
    page.screen.press("Repair");
    expect(page.screen.texts("[role=status]")).toEqual(["Repairing …"]);
    await page.screen.shows("All 1 checks passed");
    expect(sent(page)).toEqual([
      ["POST /v1/audit/repair", { full: true }],
      ["POST /v1/audit/repair", { full: true, cursor: "r2" }],
      ["GET /v1/audit", { full: "true" }],
    ]);
  });

  it("that fails says why, and is tried again", async () => {
    let isDown = true;
    const page = open(() =>
      isDown ? refusal(500, "internal", "A fault") : { checks: [check("a", 0)], nextCursor: null },
    );
    page.screen.press("Check everything");
    await page.screen.shows("A fault");
    await page.screen.until(() => page.changes() === 1);
    isDown = false;
    page.screen.press("Try again");
    await page.screen.shows("All 1 checks passed");
  });
});

describe("the deployment", () => {
  const MODELS = { day: "", calls: 30, textsEmbedded: 1_000, passagesReranked: 2_000, budget: null };
  const counts = { workspaces: 1_234, databaseBytes: 50, maxDatabaseBytes: 100 };
  const DEPLOYMENT = { ...counts, models: MODELS };

  async function open(deployment: object) {
    const asked: string[] = [];
    const tokens = new Set<string | null>();
    const answer = fetchOf(({ path }) => {
      asked.push(path);
      if (deployment instanceof Response) return deployment;
      return path === "/v1/runs" ? { runs: [] } : { ...DEPLOYMENT, ...deployment };
    });
    asBrowser({
      location: { origin: "https://recall.example" },
      fetch: ((input, init) => {
        tokens.add(new Headers(init?.headers).get("authorization"));
        return answer(input, init);
      }) satisfies typeof fetch,
    });
    const page = onPage(() => h(DeploymentPanel, { round: 0 }));
    page.screen.type(page.screen.field("[type=password]"), " o1 ");
    page.screen.submit();
    await page.screen.until(
      () => page.screen.all("form").length === 0 || page.screen.one(".problem").textContent !== "",
    );
    return { ...page, requests: asked, tokens };
  }

  it("is shown to its owner alone, with the runs of all workspaces", async () => {
    const { screen, requests, tokens } = await open({});
    expect(screen.texts(".fact")).toEqual(["Workspaces1,234"]);
    expect(screen.text).toContain("30 calls: 1,000 texts embedded, 2,000 passages re-ranked");
    expect(screen.all("meter").map((meter) => meter.getAttribute("aria-label"))).toEqual([
      "Storage: 50 bytes of 100 bytes",
    ]);
    expect([requests, [...tokens]]).toEqual([["/v1/deployment", "/v1/runs"], ["Bearer o1"]]);
    expect(screen.text).toContain("Runs for all workspaces, newest first");
  });

  it("stays hidden from others", async () => {
    const { screen } = await open(refusal(403, "forbidden", "Owners only"));
    expect(screen.texts(".problem")).toEqual(["Owners only"]);
    expect(screen.all("form")).toHaveLength(1);
  });

  it.each([
    [70, "is-gradient"],
    [71, "is-warning"],
    [90, "is-warning"],
    [91, "is-error"],
  ])("with %i of 100 bytes is %s", async (databaseBytes, tone) => {
    const { screen } = await open({ databaseBytes });
    expect([...screen.one(".meter-fill").classList]).toContain(tone);
  });

  it.each([
    [60, "30 of 60", "0.5"],
    [0, "30 of 0", "1"],
  ])("with a budget of %i calls shows %s", async (budget, text, share) => {
    const { screen } = await open({ models: { ...MODELS, budget } });
    const [, meter] = screen.all("meter");
    expect([meter?.getAttribute("aria-label"), meter?.getAttribute("value")]).toEqual([
      `Model calls within the budget: ${text}`,
      share,
    ]);
  });

  it("on one's own machine has no plan to use up", async () => {
    const { screen } = await open({});
    expect(screen.text).toContain("This server runs on your own machine: nothing is billed.");
  });

  const resource = (today: number, included: number, per = "day") => ({
    ...{ today, month: 4 * today, included, per, left: null, dollars: 0 },
  });
  const USE = {
    ...{ day: "2026-06-01", plan: "paid", returnsAt: "2026-06-02T00:00:00.000Z", dollars: 5.25 },
    rowsRead: resource(1_000, 25_000_000_000, "month"),
    rowsWritten: resource(100, 50_000_000, "month"),
    neurons: resource(9_500.4, 10_000),
    vectorQueries: 12,
    queriedDimensions: resource(9_216, 50_000_000, "month"),
    storedDimensions: resource(768, 10_000_000, "stored"),
    queueOperations: resource(3, 1_000_000, "month"),
  };

  it("in an account shows what of the plan is used, and the month's price", async () => {
    const { screen } = await open({ use: USE });
    const [, ...meters] = screen.all("meter").map((meter) => meter.getAttribute("aria-label"));
    expect(meters).toEqual([
      "Rows read this month: 4,000 of 25,000,000,000",
      "Rows written this month: 400 of 50,000,000",
      "Neurons (estimated) today: 9,500 of 10,000",
      "Queue operations this month: 12 of 1,000,000",
      "Vector dimensions queried this month: 36,864 of 50,000,000",
      "Vector dimensions stored: 768 of 10,000,000",
    ]);
    expect(screen.text).toContain("12 queries to the vector index today");
    expect(screen.text).toContain("$5.25 this month at list prices");
    const free = await open({ use: { ...USE, plan: "free" } });
    expect(free.screen.text).toContain("Workers Free.");
    expect(free.screen.text).not.toContain("$");
  });
});

describe("what is left of the free plan", () => {
  const left = { rowsRead: 1, rowsWritten: 0.2, neurons: 0, queueOperations: 0.9 };
  const shown = (plan?: object) => onPage(() => h(PlanSharePanel, { plan } as never)).screen;
  const returnsAt = "2026-06-02T00:00:00.000Z";

  it("is a share of each amount of the day, and nothing where nothing is refused", () => {
    const screen = shown({ plan: "free", returnsAt, left });
    expect(screen.all("meter").map((meter) => meter.getAttribute("aria-label"))).toEqual([
      ...["Rows read: 100%", "Rows written: 20%", "Neurons (estimated): 0%", "Queue operations: 90%"],
    ]);
    expect(shown({ plan: "paid", returnsAt, left: null }).all("meter")).toEqual([]);
    expect(shown().all("meter")).toEqual([]);
  });
});

describe("background runs", () => {
  const run = (at: number, more: object = {}) => ({
    ...{ kind: "queue", startedAt: new Date(Date.UTC(2026, 2, 20, 12) - at * 3_600_000).toISOString() },
    ...{ ms: 1_500, work: { chunks: 1_200, jobs: 0, names: 3 }, error: null },
    ...more,
  });
  const Runs = () => h(RunsPanel, { id: "runs", api: usePage().api, explanation: "e", round: 0 });

  it("are listed with what they did or why they failed, twelve of them", async () => {
    const runs = [run(0, { kind: "cron" }), run(1, { error: "No model" }), run(2, { kind: "new" })];
    const many = [...runs, ...Array.from({ length: 10 }, (_, at) => run(3 + at))];
    const { screen, asked } = onPage(() => h(Runs, {}), { answers: () => ({ runs: many }) });
    await screen.until(() => screen.all("tr").length > 0);
    expect(asked.map(({ query }) => query)).toEqual([{ limit: "200" }]);
    const cells = screen
      .all("tr")
      .map((row) => Array.from(row.querySelectorAll("td"), ({ textContent }) => textContent));
    expect(cells.slice(0, 3).map(([, ...others]) => others)).toEqual([
      ["scheduled sweep", "1,200 passages, 3 names", "1.5 s"],
      ["sweep after a push", "No model", "1.5 s"],
      ["new", "1,200 passages, 3 names", "1.5 s"],
    ]);
    expect(
      screen
        .all("tr")
        .map(({ classList }) => classList.contains("is-error"))
        .slice(0, 3),
    ).toEqual([false, true, false]);
    expect(cells).toHaveLength(12);
    expect(screen.texts(".day-bars li")).toEqual(["2026-03-20: 13 runs, 1 failed13Mar 20"]);
    expect(screen.all(".day-failed").map(({ style }) => style.height)).toEqual([`${(1 / 13) * 100}%`]);
  });

  it("have no more than the latest ten days", () => {
    const days = runDays(Array.from({ length: 11 }, (_, at) => run(24 * at)));
    expect(days.map(({ name }) => name)).toEqual([
      ...["Mar 11", "Mar 12", "Mar 13", "Mar 14", "Mar 15", "Mar 16", "Mar 17", "Mar 18", "Mar 19", "Mar 20"],
    ]);
  });

  it("say that there were none", async () => {
    const { screen } = onPage(() => h(Runs, {}), { answers: () => ({ runs: [] }) });
    await screen.shows("No background run has had work yet.");
  });
});
