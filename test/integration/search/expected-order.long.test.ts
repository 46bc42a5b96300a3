import { describe, expect, it } from "vitest";
import { localWorkspace } from "../../support/worlds/local-workspace.ts";

const uses = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `it("fuses ${at}", () => {\n  expect(reciprocalRankFusion([${at}])).toEqual([reciprocalRankFusion, ${at}]);\n});\n`,
  ).join("\n");

const sentences = (subject: string, count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `The ${subject} of part ${"abcdefghijkl"[at]} is described with its own care here.`,
  ).join(" ");

const STEPS = Array.from(
  { length: 60 },
  (_, at) =>
    `## Step ${at + 1}\n\nOpen valve ${at + 1}, wait until the pressure of the valve settles, and write it down.\n`,
).join("\n");

/** A function as two builds have it. */
const built = (head: string): string => `${head} parseCookieHeader(header, options) {
  const pairs = header.split(";").map((pair) => pair.trim());
  const found = new Map();
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 1 || options.ignored.includes(pair.slice(0, equals))) continue;
    found.set(pair.slice(0, equals), decodeURIComponent(pair.slice(equals + 1)));
  }
  return options.sorted ? new Map([...found].sort()) : found;
}
`;

const FILES = {
  "src/fusion.ts": `/** One list of several. */\nexport function reciprocalRankFusion(lists: number[]): number[] {\n  return lists;\n}\n`,
  "src/use.ts": `import { reciprocalRankFusion } from "./fusion.ts";\n\nexport const used = reciprocalRankFusion([1, 2]);\n`,
  "test/fusion.test.ts": `import { reciprocalRankFusion } from "../src/fusion.ts";\n\ndescribe("reciprocalRankFusion", () => {\n${uses(12)}});\n`,
  "test/reciprocal-rank-fusion.test.ts": `describe("reciprocalRankFusion", () => {\n${uses(4)}});\n`,
  "scripts/deploy.ts": `import { deploy } from "./deploy/deploy.ts";\n\n/** Deploys: deploy the Worker, then deploy the page. */\nexport async function deploy(): Promise<void> {\n  await deploy();\n}\n`,
  "test/deploy.test.ts": `describe("deploy", () => {\n  it("deploys what is to deploy", async () => {\n    await deploy();\n    expect(deploy).toBeDefined();\n  });\n});\n`,
  "esm/utils/cookie.js": built("export function"),
  "cjs/utils/cookie.js": `"use strict";\n${built("exports.parseCookieHeader = function")}`,
  "docs/cookies.md":
    "# Cookies\n\nA cookie header holds pairs. Options say which cookies of the header are ignored.\n",
  "runbook.md": `# Start-up\n\n${STEPS}`,
  "valves.md": "# Spare parts\n\nA valve is ordered with its seal; pressure ratings are on the box.\n",
  "pumps.md": "# Pumps\n\nThe pump stops when the pressure behind a valve falls.\n",
  "guide.md": `# Guide\n\n## Overview\n\n${sentences("retention policy", 6)}\n\n## Retention policy\n\nNinety days, then gone.\n`,
};

describe("an answer", () => {
  const here = localWorkspace(FILES);
  const places = async (query: string, more: Record<string, unknown> = {}) => {
    const { body } = await here.client.search(here.token, query, { limit: 10, ...more });
    return (body.hits as { path: string; kind: string; headings: string[] }[]).map(
      ({ path, kind, headings }) =>
        kind === "memory" ? "memory" : `${path} ${headings.at(-1) ?? ""}`.trim(),
    );
  };

  it.each(["edge", "latest", "keyword"])(
    "has a definition before its uses and tests: %s",
    async (profile) => {
      expect((await places("reciprocalRankFusion", { profile }))[0]).toBe(
        "src/fusion.ts reciprocalRankFusion",
      );
      expect((await places("where is reciprocalRankFusion defined?", { profile }))[0]).toBe(
        "src/fusion.ts reciprocalRankFusion",
      );
    },
  );

  it.each(["edge", "latest", "keyword"])(
    "has definitions alone where these are asked for: %s",
    async (profile) => {
      const settings = { "definition.weight": 0.5, "definition.only": true };
      expect(await places("reciprocalRankFusion", { profile, settings })).toEqual([
        "src/fusion.ts reciprocalRankFusion",
      ]);
      expect(await places("deploy", { profile, settings })).toEqual(["scripts/deploy.ts deploy"]);
      expect((await places("parseCookieHeader", { profile, settings })).toSorted()).toEqual([
        "cjs/utils/cookie.js parseCookieHeader",
        "esm/utils/cookie.js parseCookieHeader",
      ]);
      expect(await places("rotateKeyring", { profile, settings })).toEqual([]);
      expect(await places("retention", { profile, settings })).toEqual([]);
    },
  );

  it.each(["edge", "latest"])(
    "has what was remembered before code and tests of the same word: %s",
    async (profile) => {
      const text = "We deploy on Tuesdays, after stand-up.";
      await here.client.call("POST", "/v1/memories", { token: here.token, body: { text, type: "decision" } });
      expect((await places("when do we deploy", { profile }))[0]).toBe("memory");
      expect((await places("deploy", { profile }))[0]).toBe("scripts/deploy.ts deploy");
    },
  );

  it.each(["edge", "latest"])("has one of two builds of a file last: %s", async (profile) => {
    const found = await places("which options of the cookie header are ignored", { profile });
    const builds = found.filter((place) => place.endsWith("utils/cookie.js parseCookieHeader"));
    expect(builds).toHaveLength(2);
    expect(found.indexOf(builds[1] ?? "")).toBe(found.length - 1);
  });

  it.each(["edge", "latest"])(
    "has three of sixty alike steps before what else answers: %s",
    async (profile) => {
      const found = await places("pressure of the valve", { profile });
      expect(found.slice(0, 5).filter((place) => place.startsWith("runbook.md"))).toHaveLength(3);
      expect(found).toEqual(expect.arrayContaining(["valves.md Spare parts", "pumps.md Pumps"]));
    },
  );

  it.each(["edge", "latest", "keyword"])(
    "has the section of that heading before one that mentions it: %s",
    async (profile) => {
      expect((await places("retention policy", { profile }))[0]).toBe("guide.md Retention policy");
    },
  );

  it("of three hits is the start of one of a hundred", async () => {
    for (const query of ["pressure of the valve", "reciprocalRankFusion", "when do we deploy"])
      expect(await places(query, { limit: 3 })).toEqual((await places(query, { limit: 100 })).slice(0, 3));
  });
});
