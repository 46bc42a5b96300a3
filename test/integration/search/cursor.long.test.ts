import { describe, expect, it } from "vitest";
import { localWorkspace } from "../../support/worlds/local-workspace.ts";

const note = (at: number) =>
  `# Note ${at}\n\nThe harbour crane lifts containers, and ${"much ".repeat(at)}more.\n`;
const FILES = Object.fromEntries(Array.from({ length: 45 }, (_, at) => [`n${at}.md`, note(at)]));

describe("a cursor", () => {
  const here = localWorkspace(FILES);
  const search = (more: object) =>
    here.client.search(here.token, "harbour crane containers", {
      settings: { "relevance.floor": 0 },
      ...more,
    });

  it.each(["edge", "keyword", "latest"])(
    "leads through all hits once each, in their order, in %s",
    async (profile) => {
      const whole = (await search({ profile, limit: 100 })).body.hits.map(({ id }: { id: string }) => id);
      expect(whole.length).toBeGreaterThan(30);
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { body } = await search({ profile, limit: 7, ...(cursor !== undefined && { cursor }) });
        seen.push(...body.hits.map(({ id }: { id: string }) => id));
        cursor = body.nextCursor;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.slice(0, whole.length)).toEqual(whole);
    },
  );

  it("goes on behind what a budget has shown", async () => {
    const first = (await search({ view: "full", budget: 200 })).body;
    const second = (await search({ view: "full", limit: 3, cursor: first.nextCursor })).body;
    const whole = (await search({ view: "full", limit: 100 })).body.hits;
    const at = first.hits.length;
    expect(second.hits).toEqual(whole.slice(at, at + 3));
  });

  it("is of its search and its token alone", async () => {
    const { nextCursor: cursor } = (await search({ limit: 5 })).body;
    for (const more of [{ filters: { prefix: "n1" } }, { profile: "keyword" }, { minScore: 0.1 }]) {
      const { status, body } = await search({ limit: 5, cursor, ...more });
      expect([status, body.error.code]).toEqual([400, "invalid_input"]);
      expect(body.error.message).toMatch(/^cursor: it is of another search/);
    }
    // Its last characters may be those that replace them, or stand for the same bits.
    const changed = `${cursor.startsWith("A") ? "B" : "A"}${cursor.slice(1)}`;
    for (const wrong of ["", "nonsense", changed, "A".repeat(200)]) {
      const { status, body } = await search({ limit: 5, cursor: wrong });
      expect([status, body.error.message]).toEqual([
        400,
        "cursor: send the `nextCursor` of an answer that this token got",
      ]);
    }
    const other = await here.client.workspace("other");
    const { status } = await here.client.search(other, "harbour crane containers", {
      limit: 5,
      cursor,
      settings: { "relevance.floor": 0 },
    });
    expect(status).toBe(400);
  });

  it("says that the index has changed", async () => {
    const { nextCursor: cursor } = (await search({ limit: 5 })).body;
    await here.client.upload(here.token, { "later.md": "# Later\n\nAnother harbour crane.\n" });
    const { status, body } = await search({ limit: 5, cursor });
    expect([status, body.error.code]).toEqual([409, "conflict"]);
  });
});
