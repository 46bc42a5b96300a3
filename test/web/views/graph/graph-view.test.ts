import { h } from "preact";
import { describe, expect, it } from "vitest";
import type { GraphAnswer } from "../../../../src/graph/contract.ts";
import { GraphView } from "../../../../src/web/views/graph/graph-view.tsx";
import { hitOf, searchAnswerOf } from "../../support/answers.ts";
import { type Answers, onPage, type Screen } from "../../support/screen.ts";

type Entity = GraphAnswer["entities"][number];
type Relation = GraphAnswer["relations"][number];

const entity = (slug: string, more: Partial<Entity> = {}): Entity => ({
  ...{ slug, name: slug.toUpperCase(), type: "person", aliases: [], mentions: 1, manual: false },
  ...{ distance: 1, citations: [] },
  ...more,
});

const cited = (id: string) =>
  ({ id, root: "notes", citation: `${id}.md#L1-L2` }) as unknown as Relation["citations"][number];

const relation = (from: string, to: string, more: Partial<Relation> = {}): Relation => ({
  ...{ from, to, type: "works_at", manual: false, citations: [cited("p")] },
  ...more,
});

const graphOf = (more: Partial<GraphAnswer> = {}): GraphAnswer => ({
  ...{ start: "names", truncated: false, version: 1 },
  entities: [entity("ana", { distance: 0, mentions: 7 }), entity("kestrel", { type: "organisation" })],
  relations: [relation("ana", "kestrel"), relation("ana", "elsewhere", { manual: true, citations: [] })],
  ...more,
});

const known = {
  ...entity("ana", { aliases: ["An", "A."], mentions: 7, citations: [cited("m")] }),
  outgoing: [relation("ana", "kestrel", { citations: [cited("x"), cited("y"), cited("z")] })],
  incoming: [relation("boss", "ana", { type: "manages", manual: true })],
  observations: [{ id: 1, text: "likes tea", at: "" }],
};

const answering =
  (graph: GraphAnswer): Answers =>
  ({ path }) => {
    if (path === "/v1/graph") return graph;
    if (path.startsWith("/v1/entities/")) return known;
    const memory = { type: "fact" } as never;
    const hits = [
      hitOf({ snippet: { text: " best \n", startLine: 1, endLine: 1, highlights: [] } }),
      hitOf({ id: "h2", kind: "memory", root: "memories", citation: "abc#L1", memory }),
    ];
    return searchAnswerOf({ hits });
  };

async function open(graph: GraphAnswer, address = "?view=graph&q=ana") {
  const page = onPage(() => h(GraphView, {}), { answers: answering(graph), address });
  await page.screen.until((screen) => screen.all(".skeleton").length === 0);
  return page;
}

const nodes = (screen: Screen) => screen.all(".graph-node");

describe("the graph", () => {
  it.each([
    ["?view=graph&q=ana", { query: "ana", depth: "1", limit: "50" }],
    ["?view=graph&q=ana&depth=2", { query: "ana", depth: "2", limit: "50" }],
    ["?view=graph&q=ana&depth=3", { query: "ana", depth: "1", limit: "50" }],
  ])("is asked for as %s says", async (address, query) => {
    const { asked } = await open(graphOf(), address);
    expect(asked.map((one) => [one.path, one.query])).toEqual([["/v1/graph", query]]);
  });

  it("draws who is known, the start larger and marked, and what lies between them", async () => {
    const { screen } = await open(graphOf());
    expect(nodes(screen).map((node) => [node.dataset.entity, node.classList.contains("is-start")])).toEqual([
      ["ana", true],
      ["kestrel", false],
    ]);
    expect(screen.all("circle").map((circle) => Number(circle.getAttribute("r")))).toEqual([16, 9]);
    expect(screen.texts(".graph-node text")).toEqual(["ANA", "KESTREL"]);
    expect(screen.all(".graph-edge").map(({ dataset }) => dataset.relation)).toEqual(["0"]);
    expect(screen.texts(".graph-edge text")).toEqual(["works at"]);
    expect(screen.texts(".graph-legend li")).toEqual(["Person", "Organisation, project, product"]);
    expect(screen.one(".graph-canvas").getAttribute("aria-label")).toMatch(
      /^Graph of 2 entities and 2 relations;/,
    );
  });

  it("has lists of the same, with who says so", async () => {
    const { screen } = await open(graphOf());
    expect(screen.texts("summary")).toEqual(["Entities 2", "Relations 2"]);
    expect(screen.texts(".graph-row")).toEqual([
      ...["ANAperson, 7 mentions", "KESTRELorganisation, 1 mention"],
      ...["ANA works at KESTRELp.md#L1-L2", "ANA works at elsewhereadded by hand"],
    ]);
    expect(screen.all<HTMLDetailsElement>("details").map(({ open: isOpen }) => isOpen)).toEqual([true, true]);
    const alone = await open(graphOf({ relations: [] }));
    expect(alone.screen.all<HTMLDetailsElement>("details").map(({ open: isOpen }) => isOpen)).toEqual([
      true,
      false,
    ]);
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
    [
      { truncated: true },
      "Starts from the names in the question. The graph has more than is shown: narrow the question, or open an entity.",
    ],
  ] as const)("says how it began and what it lacks: %j", async (more, text) => {
    expect((await open(graphOf(more))).screen.texts(".quiet")).toContain(text);
  });

  it("says that texts are not read for names", async () => {
    const told = "Texts here are not read for names";
    const nothing = graphOf({ start: "nothing", entities: [], namesOff: true });
    expect((await open(nothing)).screen.text).toContain(told);
    expect((await open(graphOf({ namesOff: true }))).screen.text).toContain(told);
    expect((await open(graphOf({}))).screen.text).not.toContain(told);
  });

  it("says that nothing is named", async () => {
    expect((await open(graphOf({ start: "nothing", entities: [] }))).screen.text).toContain("No known names");
  });

  it("is asked for what is typed, without blanks around it", async () => {
    const { screen, went } = await open(graphOf());
    screen.type(screen.field("#graph-query"), " who knows Boss ");
    screen.submit();
    expect(went).toEqual(["/?view=graph&q=who+knows+Boss"]);
  });

  it("goes further by steps, without a word for the usual one", async () => {
    const { screen, went } = await open(graphOf());
    screen.press("2 steps");
    screen.press("1 step");
    expect(went).toEqual(["/?view=graph&q=ana&depth=2", "/?view=graph&q=ana"]);
  });
});

describe("details", () => {
  it("of an entity hold what is said of it and where", async () => {
    const { screen, asked } = await open(graphOf());
    screen.press("ANAperson, 7 mentions");
    await screen.until(() => screen.all(".graph-details .skeleton").length === 0);
    expect(screen.texts(".graph-details h3")).toEqual([
      "Search results",
      "Relations",
      "Remarks",
      "Mentioned in",
    ]);
    expect(screen.texts(".graph-details .quiet")).toEqual(["Also called: An, A."]);
    expect(screen.texts(".graph-said .cited")).toEqual(["x.md#L1-L2", "y.md#L1-L2", "p.md#L1-L2"]);
    expect(screen.texts(".graph-said")).toEqual([
      "ANA works at KESTREL x.md#L1-L2 y.md#L1-L2boss manages ANAadded by hand p.md#L1-L2",
      "likes tea",
    ]);
    expect(screen.texts(".graph-hits li")).toEqual(["guides/keys.md#L3-L9best", "Memory: fact"]);
    const links = screen.all(".graph-details a").map((link) => link.getAttribute("href"));
    expect(links).toEqual([
      ...["/?q=ANA", "/?view=graph&q=ANA"],
      ...["/?q=ANA&open=notes:guides/keys.md%23L3-L9", "/?q=ANA&open=memories:abc%23L1"],
      ...["x", "y", "p", "m"].map((id) => `/?q=ana&open=notes:${id}.md%23L1-L2`),
    ]);
    expect(asked.slice(1).map(({ path, query, body }) => [path, query, body])).toEqual([
      ["/v1/entities/ana", { limit: "8" }, undefined],
      ["/v1/search", {}, { query: "ANA", limit: 4, view: "snippet", log: false }],
    ]);
    screen.press("Close details");
    expect(screen.all(".graph-details, .is-chosen")).toEqual([]);
  });

  it("of a relation hold who says so, or that nobody does", async () => {
    const { screen } = await open(graphOf());
    screen.press("ANA works at KESTRELp.md#L1-L2");
    expect(screen.texts(".graph-details h2, .graph-details p, .graph-details li")).toEqual([
      ...["ANA works at KESTREL", "p.md#L1-L2"],
    ]);
    expect(screen.all(".graph-edge.is-chosen").map(({ dataset }) => dataset.relation)).toEqual(["0"]);
    screen.press("ANA works at elsewhereadded by hand");
    expect(screen.texts(".graph-details h2, .graph-details p")).toEqual([
      ...["ANA works at elsewhere", "added by hand", "Added by hand; no text states it."],
    ]);
    expect(screen.all("[aria-pressed=true].graph-row")).toHaveLength(1);
  });
});

const NUMBER = /-?\d[\d.]*(?:e-?\d+)?/g;

interface Pointed {
  readonly on?: Element | undefined;
  readonly id?: number;
}

describe("the picture", () => {
  /** A frame of 800 by 600 around drawn things of 100 by 50. */
  async function framed() {
    const page = await open(graphOf());
    const frame = page.screen.one(".graph-canvas");
    const content = page.screen.one(".graph-canvas g");
    Object.defineProperties(frame, { clientWidth: { value: 800 }, clientHeight: { value: 600 } });
    Object.assign(frame, { getBoundingClientRect: () => ({ left: 10, top: 20 }) });
    Object.assign(content, { getBBox: () => ({ x: -50, y: -25, width: 100, height: 50 }) });
    page.screen.press("Show all");
    const pointer = (type: string, clientX: number, clientY: number, { on = frame, id = 1 }: Pointed = {}) =>
      page.screen.fire(on, `pointer${type}`, { pointerId: id, clientX, clientY });
    return { ...page, frame, pointer, shown: () => content.getAttribute("transform") };
  }

  it("is fitted into its frame, not too large, and zoomed around its middle", async () => {
    const { screen, shown } = await framed();
    expect(shown()).toBe("translate(400 300) scale(1.3)");
    screen.press("Zoom in");
    expect(shown()).toBe("translate(400 300) scale(1.8199999999999998)");
    for (let times = 0; times < 5; times++) screen.press("Zoom in");
    expect(shown()).toBe("translate(400 300) scale(3)");
    for (let times = 0; times < 20; times++) screen.press("Zoom out");
    expect(shown()).toBe("translate(400 300) scale(0.02)");
  });

  it("leaves out names that are too small to read", async () => {
    const { screen, frame } = await framed();
    const isFar = () => frame.hasAttribute("data-far");
    screen.press("Zoom out");
    screen.press("Zoom out");
    expect(isFar()).toBe(false);
    screen.press("Zoom out");
    expect(isFar()).toBe(true);
  });

  it("is moved by the pointer, and zoomed where the wheel turns", async () => {
    const { screen, frame, pointer, shown } = await framed();
    pointer("down", 100, 100);
    pointer("move", 103, 102);
    expect(shown()).toBe("translate(400 300) scale(1.3)");
    pointer("move", 104, 100);
    pointer("move", 110, 90);
    expect(shown()).toBe("translate(410 290) scale(1.3)");
    pointer("up", 110, 90);
    pointer("move", 300, 300);
    expect(shown()).toBe("translate(410 290) scale(1.3)");
    screen.fire(frame, "wheel", { clientX: 420, clientY: 310, deltaY: -400 });
    expect(shown()).toBe(`translate(410 290) scale(3)`);
  });

  it("is zoomed by two fingers as far as they spread", async () => {
    const { pointer, shown } = await framed();
    pointer("down", 310, 320);
    pointer("down", 510, 320, { id: 2 });
    pointer("move", 610, 320, { id: 2 });
    const [x, y, zoom] = (shown() ?? "").match(NUMBER)?.map(Number) ?? [];
    expect([x, y, zoom]).toEqual([expect.closeTo(450), expect.closeTo(300), expect.closeTo(1.95)]);
  });

  it("chooses what is clicked, and nothing where it was dragged", async () => {
    const { screen, frame, pointer, shown } = await framed();
    const chosen = () => screen.all(".is-chosen").map(({ dataset }) => dataset.entity ?? dataset.relation);
    const [start, circle] = screen.all(".graph-node circle");
    const line = screen.one(".graph-line");
    pointer("down", 100, 100, { on: circle });
    pointer("up", 100, 100);
    expect(chosen()).toEqual(["kestrel"]);
    pointer("down", 100, 100, { on: line });
    pointer("up", 100, 100);
    expect(chosen()).toEqual(["0"]);
    const place = () => nodes(screen)[1]?.getAttribute("transform");
    const [x = 0, y = 0] = (place() ?? "").match(NUMBER)?.map(Number) ?? [];
    pointer("down", 100, 100, { on: circle });
    pointer("move", 113, 126);
    pointer("up", 113, 126);
    expect(chosen()).toEqual(["0"]);
    expect((place() ?? "").match(NUMBER)?.map(Number)).toEqual([
      ...[expect.closeTo(x + 10), expect.closeTo(y + 20)],
    ]);
    const moved = place();
    pointer("down", 100, 100, { on: start });
    pointer("move", 113, 126);
    pointer("up", 113, 126);
    expect(place()).toBe(moved);
    expect(shown()).toBe("translate(400 300) scale(1.3)");
    pointer("down", 100, 100, { on: circle });
    pointer("cancel", 100, 100);
    expect(chosen()).toEqual(["0"]);
    pointer("down", 5, 5, { on: frame });
    pointer("up", 5, 5);
    expect(chosen()).toEqual([]);
  });
});
