import { h } from "preact";
import { describe, expect, it } from "vitest";
import type { EntityList } from "../../../../src/graph/contract.ts";
import { GraphView } from "../../../../src/web/views/graph/graph-view.tsx";
import { onPage } from "../../support/screen.ts";

type Entity = EntityList["entities"][number];

const entity = (slug: string, more: Partial<Entity> = {}): Entity => ({
  ...{ slug, name: slug.toUpperCase(), type: "person", aliases: [], mentions: 1, manual: false },
  ...more,
});

describe("names to begin with", () => {
  const entities = Array.from({ length: 30 }, (_, at) => entity(`e${at}`, { mentions: at }));
  const begin = async (list: readonly Entity[]) => {
    const page = onPage(() => h(GraphView, {}), {
      ...{ answers: () => ({ entities: list, nextCursor: null }), address: "?view=graph&depth=2" },
    });
    await page.screen.until((screen) => screen.all(".skeleton").length === 0);
    return page;
  };

  it("are the most mentioned first, and the others on demand", async () => {
    const { screen, asked } = await begin(entities);
    expect(asked.map(({ path, query }) => [path, query])).toEqual([["/v1/entities", { limit: "100" }]]);
    expect(screen.texts(".graph-names li").slice(0, 2)).toEqual(["E29 29", "E28 28"]);
    expect(screen.all(".graph-names li")).toHaveLength(24);
    expect(screen.one(".graph-names a").getAttribute("href")).toBe("/?view=graph&depth=2&q=E29");
    screen.press("Show more");
    expect([screen.all(".graph-names li").length, screen.has("Show more")]).toEqual([30, false]);
    expect((await begin(entities.slice(0, 24))).screen.has("Show more")).toBe(false);
    expect((await begin(entities.slice(0, 25))).screen.has("Show more")).toBe(true);
  });

  it("say that there are none", async () => {
    expect((await begin([])).screen.text).toContain("No entities yet");
  });
});
