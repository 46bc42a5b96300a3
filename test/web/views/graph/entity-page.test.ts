import { h } from "preact";
import { describe, expect, it } from "vitest";
import type { EntityAnswer, GraphAnswer } from "../../../../src/graph/contract.ts";
import { GraphView } from "../../../../src/web/views/graph/graph-view.tsx";
import { hitOf } from "../../support/answers.ts";
import { onPage, refusal } from "../../support/screen.ts";
import { cited, entity, graphOf, relation } from "./graphs.ts";

const known = (more: Partial<EntityAnswer> = {}): EntityAnswer => ({
  ...{ slug: "ana", name: "ANA", type: "person", aliases: ["An", "A."], mentions: 7, manual: false },
  citations: [cited("m", "2026-03-02T00:00:00.000Z"), cited("n")],
  ...{ nextCursor: null, outgoing: [], incoming: [] },
  observations: [
    { id: 1, text: "likes tea", at: "2026-01-05T00:00:00.000Z" },
    { id: 2, text: "on call", at: "2026-02-05T00:00:00.000Z" },
  ],
  ...more,
});

/** A passage as it is read by its id: m names Ana, the first of n's lines does not. */
const chunkOf = (id: string) => ({
  ...hitOf({ id, path: `${id}.md`, citation: `notes:${id}.md#L1-L2` }),
  text: id === "n" ? `first\n\n${"- else\n".repeat(9)}- of A. it says ${id}` : `ANA is in ${id}`,
});

const memoryChunk = (id: string) => ({
  ...chunkOf(id),
  ...{ kind: "memory", root: "memories", memory: { type: "fact" } },
});

const around = (): GraphAnswer =>
  graphOf({
    entities: [
      ...[entity("ana", { distance: 0 }), entity("kestrel", { type: "organisation" })],
      ...[entity("boss"), entity("tea", { type: "concept" })],
    ],
    relations: [
      relation("ana", "kestrel", { citations: [cited("x"), cited("y")] }),
      relation("boss", "ana", { type: "manages", manual: true, citations: [] }),
      relation("ana", "tea", { type: "named_with", citations: [cited("z")] }),
      relation("boss", "kestrel", { type: "owns" }),
    ],
  });

async function open(answer: EntityAnswer | Response = known(), graph = around()) {
  const page = onPage(() => h(GraphView, {}), {
    address: "?view=graph&entity=ana",
    answers: ({ path, query }) => {
      if (path === "/v1/graph") return graph;
      if (path.startsWith("/v1/entities/"))
        return query.cursor === undefined ? answer : known({ citations: [cited("o")], nextCursor: null });
      const id = path.replace("/v1/chunks/", "");
      if (id === "gone") return refusal(404, "not_found", "There is no chunk");
      return id.startsWith("0f3a") ? memoryChunk(id) : chunkOf(id);
    },
  });
  await page.screen.until((screen) => screen.all(".skeleton").length === 0);
  return page;
}

describe("the page of an entity", () => {
  it("asks for it and what is around it, and for the passages that name it", async () => {
    const { asked, screen } = await open();
    expect(asked.map(({ path, query }) => [path, query])).toEqual([
      ["/v1/entities/ana", { limit: "100" }],
      ["/v1/graph", { entity: "ana", limit: "50" }],
      ["/v1/chunks/m", {}],
      ["/v1/chunks/n", {}],
    ]);
    expect(screen.texts(".graph-hits li")).toEqual([
      "m.md notes:m.md#L1-L2ANA is in m",
      "n.md notes:n.md#L1-L2• of A. it says n",
    ]);
    expect(screen.texts(".graph-hits mark")).toEqual(["ANA", "A."]);
    expect(screen.all(".graph-hits a").map((link) => link.getAttribute("href"))).toEqual([
      "/?q=ANA&open=notes:m.md%23L1-L2",
      "/?q=ANA&open=notes:n.md%23L1-L2",
    ]);
  });

  it("has each memory that names it once, and none of what is gone", async () => {
    const memory = (id: string, path: string) => ({ ...cited(id), root: "memories", path });
    const citations = [memory("0f3a1", "x"), memory("0f3a2", "x"), memory("0f3a3", "y"), cited("gone")];
    const { screen } = await open(known({ citations, nextCursor: "5.abc" }));
    expect(screen.texts(".graph-hits li")).toEqual([
      "Memory: factANA is in 0f3a1",
      "Memory: factANA is in 0f3a3",
    ]);
    expect(screen.text).toContain("None of its 4 newest mentions is a passage.");
  });

  it("shows ten of the mentions at first, and the others without asking", async () => {
    const citations = Array.from({ length: 12 }, (_, at) => cited(`c${at}`));
    const { screen, asked } = await open(known({ citations }));
    expect(screen.all(".graph-mentions li")).toHaveLength(10);
    const before = asked.length;
    screen.press("Show more");
    expect([screen.all(".graph-mentions li").length, asked.length]).toEqual([12, before]);
    expect(screen.has("Show more")).toBe(false);
  });

  it("says what it is, what else it is called, and what is around it on a picture", async () => {
    const { screen } = await open();
    expect(screen.texts("h1")).toEqual(["ANA"]);
    expect(screen.texts(".entity-head p").slice(1, 3)).toEqual(["person, 7 mentions", "Also called: An, A."]);
    await screen.until(() => screen.all(".graph-node").length === 4);
    expect(screen.texts(".entity-part h2")).toEqual([
      ...["What is said", "Remarks", "Memories", "Passages", "Named in the same passages", "Latest mentions"],
    ]);
  });

  it("names itself in the window's title", async () => {
    const { titles } = await open();
    expect(titles.at(-1)).toBe("ANA");
  });

  it("has facts with who says so, read from it, each other end a link to its page", async () => {
    const { screen } = await open();
    expect(screen.texts(".graph-facts li > p")).toEqual([
      "works at KESTREL",
      "BOSS manages ANA added by hand",
    ]);
    expect(screen.all(".graph-facts a").map((link) => link.getAttribute("href"))).toEqual([
      "/?view=graph&entity=kestrel",
      ...["/?open=notes:x.md%23L1-L2", "/?open=notes:y.md%23L1-L2"],
      "/?view=graph&entity=boss",
    ]);
    expect(screen.texts(".graph-beside li > p")).toEqual(["TEA"]);
  });

  it("has remarks with their days, the newest first, and the latest mentions with those of their documents", async () => {
    const { screen } = await open();
    expect(screen.texts(".graph-said:not(.graph-facts) li")).toEqual([
      "on call Feb 5, 2026",
      "likes tea Jan 5, 2026",
    ]);
    expect(screen.texts(".graph-mentions li")).toEqual(["Mar 2, 2026 m.md#L1-L2", "n.md#L1-L2"]);
    expect(screen.text).toContain("No memory names it.");
  });

  it("names a memory as one where it is mentioned, not by its path, and leads to it", async () => {
    const memory = { ...cited("0f3a"), root: "memories", path: "0f3a", citation: "0f3a#L1-L2" };
    const { screen } = await open(known({ citations: [memory] }));
    expect(screen.texts(".graph-mentions li")).toEqual(["Memory"]);
    expect(screen.one(".graph-mentions a").getAttribute("href")).toBe("/?view=memory&id=0f3a");
  });

  it("shows more mentions on demand", async () => {
    const { screen, asked } = await open(known({ nextCursor: "5.abc" }));
    screen.press("Show more");
    await screen.until(() => screen.all(".graph-mentions li").length === 3);
    expect(screen.texts(".graph-mentions li").at(-1)).toBe("o.md#L1-L2");
    expect(screen.has("Show more")).toBe(false);
    expect(asked.at(-1)?.query).toEqual({ cursor: "5.abc", limit: "20" });
  });

  it("says so where nothing is stated of it, and leaves out what it has none of", async () => {
    const { screen } = await open(
      known({ observations: [], aliases: [] }),
      graphOf({ entities: [entity("ana", { distance: 0 })], relations: [] }),
    );
    expect(screen.text).toContain("No text says how it is related to others.");
    expect(screen.texts(".entity-part h2")).toEqual([
      "What is said",
      "Memories",
      "Passages",
      "Latest mentions",
    ]);
    expect(screen.text).not.toContain("Also called");
  });

  it("says that nothing is known by a name, with a way back", async () => {
    const { screen, went } = await open(refusal(404, "not_found", "There is no entity"));
    expect(screen.text).toContain("Nothing is known by this name");
    screen.press("Graph");
    expect(went).toEqual(["/?view=graph"]);
  });
});
