import { h } from "preact";
import { describe, expect, it } from "vitest";
import type { GraphAnswer } from "../../../../src/graph/contract.ts";
import { GraphView } from "../../../../src/web/views/graph/graph-view.tsx";
import { hitOf } from "../../support/answers.ts";
import { type Answers, onPage, type Screen } from "../../support/screen.ts";
import { cited, entity, graphOf, relation } from "./graphs.ts";

const answering =
  (graph: GraphAnswer, beside: GraphAnswer = graphOf({ entities: [], relations: [] })): Answers =>
  ({ path, query }) => {
    if (path === "/v1/graph") return query.entity === undefined ? graph : beside;
    const memory = { type: "fact" } as never;
    if (path === "/v1/chunks/c1") return { ...hitOf(), text: " best \n" };
    if (path === "/v1/chunks/c2")
      return {
        ...hitOf({ kind: "memory", root: "memories", path: "abc", citation: "abc#L1", memory }),
        text: "",
      };
    return { citations: [cited("c1"), { ...cited("c2"), root: "memories" }] };
  };

async function open(
  graph: GraphAnswer,
  address = "?view=graph&q=ana",
  beside?: GraphAnswer,
  status: object = {},
) {
  const page = onPage(() => h(GraphView, {}), { answers: answering(graph, beside), address, status });
  const isDone = (screen: Screen) =>
    graph.entities.length === 0 ? screen.all(".skeleton").length === 0 : screen.all(".graph-node").length > 0;
  await page.screen.until(isDone);
  return page;
}

const nodes = (screen: Screen) => screen.all<SVGCircleElement>(".graph-node");

describe("the graph around a question", () => {
  it.each([
    ["?view=graph&q=ana", { query: "ana", depth: "1", limit: "50" }],
    ["?view=graph&q=ana&depth=2", { query: "ana", depth: "2", limit: "50" }],
    ["?view=graph&q=ana&depth=3", { query: "ana", depth: "1", limit: "50" }],
  ])("is asked for as %s says", async (address, query) => {
    const { asked } = await open(graphOf(), address);
    expect(asked.map((one) => [one.path, one.query])).toEqual([["/v1/graph", query]]);
  });

  it("draws who is known with their names, the start marked, and what lies between them", async () => {
    const { screen } = await open(graphOf());
    expect(nodes(screen).map((node) => [node.dataset.entity, node.classList.contains("is-start")])).toEqual([
      ["ana", true],
      ["kestrel", false],
    ]);
    expect(screen.texts(".graph-name")).toEqual(["ANA", "KESTREL"]);
    expect(screen.texts(".graph-edge text")).toEqual(["works at"]);
    expect(screen.texts(".graph-legend li")).toEqual(["Person", "Organisation, project, product"]);
    expect(screen.one(".graph-canvas").getAttribute("aria-label")).toMatch(
      /^Graph of 2 entities and 1 relations;/,
    );
  });

  it("names a memory as one, and a file with its root where there are several", async () => {
    const memory = { ...cited("62e1"), root: "memories", path: "62e1", citation: "62e1#L1" };
    const relations = [
      relation("ana", "kestrel", { citations: [memory] }),
      relation("ana", "kestrel", { type: "owns" }),
    ];
    const { screen } = await open(graphOf({ relations }), undefined, undefined, {
      roots: [{ root: "notes" }, { root: "memories" }],
    });
    expect(screen.texts(".graph-row .small").slice(2)).toEqual(["Memory", "notes:p.md#L1-L2"]);
    screen.press("ANA owns KESTRELnotes:p.md#L1-L2");
    expect(screen.texts(".graph-details li")).toEqual(["notes:p.md#L1-L2"]);
    expect(screen.one(".graph-details a").getAttribute("href")).toBe("/?q=ana&open=notes:p.md%23L1-L2");
  });

  it("has lists of the same, with who says so", async () => {
    const { screen } = await open(graphOf());
    expect(screen.texts("summary")).toEqual(["Entities 2", "Relations 2"]);
    expect(screen.texts(".graph-row")).toEqual([
      ...["ANAperson, 7 mentions", "KESTRELorganisation, 1 mention"],
      ...["ANA works at KESTRELp.md#L1-L2", "ANA works at elsewhereadded by hand"],
    ]);
    const isOpen = (screen: Screen) => screen.all<HTMLDetailsElement>("details").map(({ open: is }) => is);
    expect(isOpen(screen)).toEqual([true, true]);
    expect(isOpen((await open(graphOf({ relations: [] }))).screen)).toEqual([true, false]);
  });

  it("lists two hundred rows at most, and counts all", async () => {
    const entities = Array.from({ length: 201 }, (_, at) => entity(`e${at}`));
    const { screen } = await open(graphOf({ entities, relations: [] }));
    expect(screen.texts("summary")[0]).toBe("Entities 201");
    expect(screen.all(".graph-row")).toHaveLength(200);
    expect(nodes(screen)).toHaveLength(201);
  });

  it.each([
    [{ start: "hits" }, "The question names no known entity: starts from the names in its best passages."],
    [{ truncated: true }, "The graph has more than is shown: narrow the question, or open an entity."],
  ] as const)("says how it began and what it lacks: %j", async (more, text) => {
    expect((await open(graphOf(more))).screen.text).toContain(text);
  });

  it("says that texts are not read for names, and that nothing is named", async () => {
    const told = "Texts here are not read for names";
    const nothing = { start: "nothing", entities: [], relations: [] } as const;
    const text = async (more: Partial<GraphAnswer>) => (await open(graphOf(more))).screen.text;
    expect(await text({ ...nothing, entities: [], relations: [], namesOff: true })).toContain(told);
    expect(await text({ namesOff: true })).toContain(told);
    expect(await text({})).not.toContain(told);
    expect(await text({ ...nothing, entities: [], relations: [] })).toContain("No known names");
  });

  it("is asked for what is typed, without blanks around it, or shows the overview again", async () => {
    const { screen, went } = await open(graphOf(), "?view=graph&q=ana&depth=2");
    screen.type(screen.field("#graph-query"), " who knows Boss ");
    screen.submit();
    screen.type(screen.field("#graph-query"), "");
    screen.submit();
    expect(went).toEqual(["/?view=graph&q=who+knows+Boss", "/?view=graph"]);
  });

  it("goes further by steps, without a word for the usual one", async () => {
    const { screen, went } = await open(graphOf());
    screen.press("2 steps");
    screen.press("1 step");
    expect(went).toEqual(["/?view=graph&q=ana&depth=2", "/?view=graph&q=ana"]);
  });

  it("grows by what is around the entity that is chosen, once, where it is", async () => {
    const beside = graphOf({
      entities: [entity("kestrel", { distance: 0 }), entity("ana"), entity("ben")],
      relations: [relation("ben", "kestrel", { type: "manages" })],
    });
    const { screen, asked } = await open(graphOf(), "?view=graph&q=ana", beside);
    const places = () =>
      nodes(screen).map((node) => [node.dataset.entity, node.getAttribute("cx"), node.getAttribute("cy")]);
    const before = places();
    screen.press("KESTRELorganisation, 1 mention");
    await screen.until(() => nodes(screen).length === 3);
    expect(places().slice(0, 2)).toEqual(before);
    expect(screen.texts("summary")).toEqual(["Entities 3", "Relations 3"]);
    expect(screen.all(".graph-node.is-near").map(({ dataset }) => dataset.entity)).toEqual(["ana", "ben"]);
    screen.press("ANAperson, 7 mentions");
    screen.press("KESTRELorganisation, 1 mention");
    await screen.rest();
    expect(asked.filter(({ query }) => query.entity !== undefined).map(({ query }) => query)).toEqual([
      { entity: "kestrel", limit: "25" },
      { entity: "ana", limit: "25" },
    ]);
    expect(nodes(screen)).toHaveLength(3);
  });
});

describe("details", () => {
  it("of an entity lead to its page and show what names it", async () => {
    const { screen, asked } = await open(graphOf());
    screen.press("ANAperson, 7 mentions");
    await screen.until(() => screen.texts(".graph-hits .extract").includes("best"));
    expect(screen.texts(".graph-details :is(h2, h3)")).toEqual(["ANA", "Named in"]);
    expect(screen.texts(".graph-hits li")).toEqual(["keys.md guides/keys.md#L3-L9best", "Memory: fact"]);
    expect(screen.all(".graph-details a").map((link) => link.getAttribute("href"))).toEqual([
      ...["/?view=graph&entity=ana", "/?q=ANA"],
      ...["/?q=ANA&open=notes:guides/keys.md%23L3-L9", "/?view=memory&id=abc"],
    ]);
    expect(asked.map(({ path }) => path)).toContain("/v1/entities/ana");
    screen.press("Close details");
    expect(screen.all(".graph-details, .is-chosen")).toEqual([]);
  });

  it("of a relation hold who says so, or that nobody does", async () => {
    const { screen } = await open(graphOf());
    screen.press("ANA works at KESTRELp.md#L1-L2");
    expect(screen.texts(".graph-details :is(h2, p, li)")).toEqual(["ANA works at KESTREL", "p.md#L1-L2"]);
    expect(screen.one(".graph-details a").getAttribute("href")).toBe("/?q=ana&open=notes:p.md%23L1-L2");
    expect(screen.all(".graph-edge.is-chosen")).toHaveLength(1);
    screen.press("ANA works at elsewhereadded by hand");
    expect(screen.texts(".graph-details :is(h2, p)")).toEqual([
      ...["ANA works at elsewhere", "added by hand", "Added by hand; no text states it."],
    ]);
    expect(screen.all("[aria-pressed=true].graph-row")).toHaveLength(1);
  });
});
