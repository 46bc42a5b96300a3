import { describe, expect, it } from "vitest";
import {
  renderEntities,
  renderEntity,
  renderGraph,
  renderRemoval,
  renderSuggestions,
} from "../../../../src/cli/commands/graph/render.ts";
import type { EntityAnswer, GraphAnswer } from "../../../../src/graph/contract.ts";

const cited = (path: string) => ({
  ...{ id: "a".repeat(32), root: "notes", path, startLine: 3, endLine: 4 },
  citation: `${path}#L3-L4`,
});
const ANA = { slug: "ana-lopez", name: "Ana López", type: "person", aliases: [], mentions: 2, manual: false };
const LABS = { ...ANA, slug: "labs", name: "labs", type: "organisation", mentions: 1_200 };
const RELATION = {
  from: "ana-lopez",
  to: "labs",
  type: "works_at",
  manual: false,
  citations: [cited("a.md")],
};
const GRAPH: GraphAnswer = {
  start: "names",
  entities: [
    { ...ANA, distance: 0, citations: [cited("a.md"), cited("b.md")] },
    { ...LABS, distance: 2, citations: [] },
  ],
  relations: [],
  truncated: false,
  version: 3,
};

describe("what is around a query", () => {
  it("is an entity a line, as far in as it is away, with its first mention, and its slug where that is another", () => {
    expect(renderGraph(GRAPH, 80)).toEqual([
      "Ana López (person, ana-lopez)  notes:a.md#L3-L4",
      "    labs (organisation)",
    ]);
  });

  it("has relations below, with one who says so, how many more do, and what was added by hand", () => {
    const relations = [
      { ...RELATION, citations: [cited("a.md"), cited("b.md"), cited("c.md")] },
      { ...RELATION, type: "owns", manual: true },
      { ...RELATION, type: "knows", manual: true, citations: [] },
    ];
    expect(renderGraph({ ...GRAPH, relations }, 80).slice(2)).toEqual([
      "",
      "Relations",
      "  ana-lopez -works_at-> labs  notes:a.md#L3-L4 +2",
      "  ana-lopez -owns-> labs (by hand)  notes:a.md#L3-L4",
      "  ana-lopez -knows-> labs (by hand)",
    ]);
  });

  it("says that texts are not read for names, with what is there or with nothing", () => {
    const note = "Texts here are not read for names: recall graph names on";
    expect(renderGraph({ ...GRAPH, namesOff: true }, 80).slice(2)).toEqual(["", note]);
    expect(renderGraph({ ...GRAPH, entities: [], namesOff: true }, 80)).toEqual([
      "Nothing is named there.",
      note,
    ]);
  });

  it("says that it began from the hits, that there is more, or that there is nothing", () => {
    expect(renderGraph({ ...GRAPH, start: "hits" }, 80)[0]).toBe(
      "Nothing is named in the query: this is what its best hits name.",
    );
    expect(renderGraph({ ...GRAPH, truncated: true }, 80).slice(2)).toEqual([
      "",
      "There is more: --limit, --depth, or one entity: recall graph entity <name>",
    ]);
    expect(renderGraph({ ...GRAPH, start: "nothing", entities: [], truncated: true }, 80)).toEqual([
      "Nothing is named there.",
    ]);
  });

  it("is no wider than the terminal and holds nothing that it would obey", () => {
    const entities = [{ ...LABS, name: "a\u001b[2J", distance: 0, citations: [] }];
    expect(renderGraph({ ...GRAPH, entities }, 16)).toEqual(["a␛[2J (organisa…"]);
  });
});

describe("one entity", () => {
  const ENTITY: EntityAnswer = {
    ...ANA,
    citations: [],
    nextCursor: null,
    outgoing: [],
    incoming: [],
    observations: [],
  };

  it("is a line where nothing else is known", () => {
    expect(renderEntity(ENTITY, 80)).toEqual(["Ana López (person, ana-lopez), 2 mentions"]);
    expect(renderEntity({ ...ENTITY, mentions: 1 }, 80)[0]).toMatch(/, 1 mention$/);
  });

  it("has names, relations from it before those to it, remarks with their numbers, and mentions", () => {
    const entity = {
      ...ENTITY,
      aliases: ["Ana", "A. López"],
      outgoing: [RELATION],
      incoming: [{ ...RELATION, from: "labs", to: "ana-lopez", type: "employs" }],
      observations: [{ id: 4, text: "Knows\n  all\tof  it.", at: "2026-01-01T00:00:00.000Z" }],
      citations: [cited("a.md"), cited("b.md")].map((one) => ({ ...one, date: null })),
    };
    expect(renderEntity(entity, 80).slice(1)).toEqual([
      "also: Ana, A. López",
      "",
      "Relations",
      "  ana-lopez -works_at-> labs  notes:a.md#L3-L4",
      "  labs -employs-> ana-lopez  notes:a.md#L3-L4",
      "",
      "Remarks",
      "  4  Knows all of it.",
      "",
      "Mentions",
      "  notes:a.md#L3-L4",
      "  notes:b.md#L3-L4",
    ]);
  });
});

it("lists entities in a table, or says that there are none", () => {
  expect(renderEntities({ entities: [ANA, LABS], nextCursor: null }, 80)).toEqual([
    "slug       name       type          mentions",
    "ana-lopez  Ana López  person        2",
    "labs       labs       organisation  1200",
  ]);
  expect(renderEntities({ entities: [ANA], nextCursor: null }, 12)[1]).toBe("ana-lopez  …");
  expect(renderEntities({ entities: [], nextCursor: null }, 80)).toEqual(["No entities."]);
});

it("lists who may be the same with the reason, or says that nobody looks so", () => {
  const suggestion = { slug: "ana", name: "Ana", mentions: 3, reason: "the same words" };
  expect(renderSuggestions({ suggestions: [suggestion] }, 80)).toEqual([
    "slug  name  mentions  why",
    "ana   Ana   3         the same words",
  ]);
  expect(renderSuggestions({ suggestions: [] }, 80)).toEqual(["No other entity looks the same."]);
});

it.each([
  [true, 0, "Taken back."],
  [true, 1, "Taken back; a text says so still."],
  [true, 1_200, "Taken back; 1,200 texts say so still."],
  [false, 0, "Nobody said that."],
  [false, 1, "A text says so; only what was added by hand is taken back."],
  [false, 2, "2 texts say so; only what was added by hand is taken back."],
])("tells of a relation taken back (%s) that %i texts have", (removed, texts, line) => {
  expect(renderRemoval({ removed, texts, version: 1 }, 80)).toEqual([line]);
});
