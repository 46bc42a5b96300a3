import { h } from "preact";
import { describe, expect, it } from "vitest";
import { AccessPart } from "../../../../src/web/views/index/access/access-part.tsx";
import { type Answers, onPage, refusal, type Screen } from "../../support/screen.ts";

describe("the access log's panel", () => {
  const ENTRY = {
    ...{ seq: 2, workspace: "home", at: "2026-11-20T12:00:00.000Z", token: "t1", door: "mcp" },
    ...{ route: "mcp search", outcome: "ok", requests: 3, address: "203.0.113.0/24" },
  };
  const NAMED = { id: "t2", name: "<b>laptop</b>", revokedAt: "2026-11-21T12:00:00.000Z" };
  const OWN = {
    id: "t1",
    name: "",
    revokedAt: null,
    expiresAt: null,
    lastUsedAt: null,
    client: null,
    signIns: [],
  };
  const withLog = async (answer: unknown) => {
    const answers: Answers = ({ path }) =>
      (path === "/v1/access-log" ? answer : { tokens: [OWN, NAMED] }) as never;
    const page = onPage(() => h(AccessPart, { round: 0 }), {
      answers,
      status: { scope: "admin" },
      signIn: "s1",
    });
    await page.screen.until((screen) => screen.all(".skeleton").length === 0);
    return page;
  };
  const rows = (screen: Screen) =>
    screen
      .all('[aria-labelledby="access"] tbody tr')
      .map((row) => [
        ...Array.from(row.querySelectorAll("td"), (cell) => cell.textContent).slice(1),
        row.className,
      ]);

  it("has a row an entry, with how often, and marks what was refused", async () => {
    const refused = { ...ENTRY, seq: 1, outcome: "forbidden", requests: 1, route: "<b>POST</b>" };
    const { screen, asked: all } = await withLog({ entries: [ENTRY, refused], nextCursor: "1.1" });
    expect(rows(screen)).toEqual([
      ["t1", "mcp", "mcp search × 3", "ok", "203.0.113.0/24", ""],
      ["t1", "mcp", "<b>POST</b>", "forbidden", "203.0.113.0/24", "toned is-error"],
    ]);
    expect(all.filter(({ path }) => path === "/v1/access-log").map(({ query }) => query)).toEqual([
      { limit: "20" },
    ]);
  });

  it("names a token where that has a name, a revoked one too", async () => {
    const others = [
      { ...ENTRY, seq: 1, token: NAMED.id },
      { ...ENTRY, seq: 0, token: "t9" },
    ];
    const { screen } = await withLog({ entries: [ENTRY, ...others], nextCursor: null });
    await screen.shows("<b>laptop</b>");
    expect(rows(screen).map(([token]) => token)).toEqual(["t1", "<b>laptop</b>", "t9"]);
    expect(screen.one('[aria-labelledby="access"] bdi').title).toBe("t2");
  });

  it("has the names from the tokens that stand above it, asked for once", async () => {
    const { asked: all } = await withLog({ entries: [ENTRY], nextCursor: null });
    expect(all.filter(({ path }) => path === "/v1/tokens")).toHaveLength(1);
  });

  it("says so where there is none, and what went wrong", async () => {
    const { screen } = await withLog({ entries: [], nextCursor: null });
    expect(rows(screen)).toEqual([]);
    const { screen: failed } = await withLog(refusal(503, "unavailable", "The database does not answer"));
    expect(rows(failed)).toEqual([]);
    const [text] = failed.all('[aria-labelledby="access"]').map((one) => one.textContent);
    expect(text).toContain("The database does not answer");
  });
});
