import { h } from "preact";
import { describe, expect, it } from "vitest";
import type { OverviewAnswer } from "../../../../src/graph/contract.ts";
import { GraphView } from "../../../../src/web/views/graph/graph-view.tsx";
import { onPage, type Screen } from "../../support/screen.ts";
import { entity } from "./graphs.ts";

const overviewOf = (more: Partial<OverviewAnswer> = {}): OverviewAnswer => ({
  entities: [
    entity("nuxt", { type: "code", mentions: 722 }),
    entity("ana", { mentions: 9 }),
    entity("heron", { type: "project", mentions: 2 }),
  ],
  links: [
    { from: "ana", to: "nuxt", passages: 2 },
    { from: "heron", to: "nuxt", passages: 5 },
  ],
  ...{ truncated: false, version: 1 },
  ...more,
});

async function open(answer: OverviewAnswer, address = "?view=graph") {
  const answers = ({ path }: { readonly path: string }) =>
    path === "/v1/graph/overview" ? answer : { citations: [] };
  const page = onPage(() => h(GraphView, {}), { answers, address });
  const isDone = (screen: Screen) =>
    answer.entities.length === 0
      ? screen.all(".skeleton").length === 0
      : screen.all(".graph-node").length > 0;
  await page.screen.until(isDone);
  return page;
}

const drawn = (screen: Screen) => screen.all<SVGCircleElement>(".graph-node");

describe("the overview", () => {
  it.each([
    ["?view=graph", { limit: "150" }],
    ["?view=graph&size=most", { limit: "500" }],
    ["?view=graph&kind=person", { limit: "150", kind: "person" }],
    ["?view=graph&kind=bridge&size=all", { limit: "150" }],
  ])("is asked for as %s says", async (address, query) => {
    const { asked } = await open(overviewOf(), address);
    expect(asked.map((one) => [one.path, one.query])).toEqual([["/v1/graph/overview", query]]);
  });

  it("draws the most mentioned as the largest, with the names of all of a few", async () => {
    const { screen } = await open(overviewOf());
    expect(drawn(screen).map(({ dataset }) => dataset.entity)).toEqual(["nuxt", "ana", "heron"]);
    const radii = drawn(screen).map((node) => Number(node.getAttribute("r")));
    expect(radii).toEqual(radii.toSorted((one, other) => other - one));
    expect(screen.texts(".graph-name")).toEqual(["NUXT", "ANA", "HERON"]);
    expect(screen.all("path.graph-edge")).toHaveLength(2);
  });

  it("lists the same: each as a link to its page, with what stands beside it", async () => {
    const { screen } = await open(overviewOf());
    expect(screen.texts(".graph-list li")).toEqual(
      [
        "NUXTcode, 722 mentionswith HERON, ANA",
        "ANAperson, 9 mentionswith NUXT",
        "HERONproject, 2 mentionswith NUXT",
      ].map((text) => expect.stringContaining(text.slice(0, 4))),
    );
    expect(screen.texts(".graph-near")).toEqual(["with HERON, ANA", "with NUXT", "with NUXT"]);
    expect(screen.one(".graph-list a").getAttribute("href")).toBe("/?view=graph&entity=nuxt");
  });

  it("lists fifty, and more on demand", async () => {
    const entities = Array.from({ length: 70 }, (_, at) => entity(`e${at}`));
    const { screen } = await open(overviewOf({ entities, links: [] }));
    expect(screen.all(".graph-list li")).toHaveLength(50);
    screen.press("Show more");
    expect([screen.all(".graph-list li").length, screen.has("Show more")]).toEqual([70, false]);
  });

  it("changes its kind, its colours and its size by the address", async () => {
    const { screen, went } = await open(overviewOf({ truncated: true }));
    screen.press("People");
    screen.press("All");
    screen.press("Communities");
    screen.press("Top 500");
    screen.press("Kinds");
    expect(went).toEqual([
      ...["/?view=graph&kind=person", "/?view=graph", "/?view=graph&color=communities"],
      ...["/?view=graph&color=communities&size=most", "/?view=graph&size=most"],
    ]);
  });

  it("offers more only where there are more", async () => {
    expect((await open(overviewOf())).screen.has("Top 500")).toBe(false);
    expect((await open(overviewOf({ truncated: true }))).screen.has("Top 500")).toBe(true);
  });

  it("colours communities by their most mentioned, and says who that is", async () => {
    const links = [{ from: "ana", to: "heron", passages: 1 }];
    const { screen } = await open(overviewOf({ links }), "?view=graph&color=communities");
    expect(screen.texts(".graph-legend li")).toEqual(["Around NUXT", "Around ANA"]);
    const colors = drawn(screen).map(({ style }) => style.getPropertyValue("--group"));
    expect(colors).toEqual(["var(--group-person)", "var(--group-organisation)", "var(--group-organisation)"]);
  });

  it("shows what was clicked and what is beside it, and asks for no neighbourhood", async () => {
    const { screen, asked } = await open(overviewOf());
    const [, ana] = drawn(screen);
    screen.fire(ana as Element, "pointerdown", { pointerId: 1, clientX: 1, clientY: 1 });
    screen.fire(ana as Element, "pointerup", { pointerId: 1, clientX: 1, clientY: 1 });
    expect(screen.texts(".graph-details h2")).toEqual(["ANA"]);
    expect(screen.all(".graph-node.is-near").map(({ dataset }) => dataset.entity)).toEqual(["nuxt"]);
    expect(screen.all(".graph-edge.is-chosen")).toHaveLength(1);
    await screen.rest();
    expect(asked.map(({ path }) => path)).not.toContain("/v1/graph");
    screen.press("Close details");
    expect(screen.all(".is-chosen, .is-near, .graph-details")).toEqual([]);
  });

  it.each([
    ["?view=graph", {}, "No entities yet"],
    ["?view=graph&kind=place", {}, "None of this kind"],
    ["?view=graph", { namesOff: true }, "Texts here are not read for names"],
  ] as const)("says of %s with %j why it is empty", async (address, more, text) => {
    const { screen } = await open(overviewOf({ entities: [], links: [], ...more }), address);
    expect(screen.text).toContain(text);
  });
});
