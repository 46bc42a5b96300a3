import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { type Asked, askQuestions } from "../../src/cli/commands/eval/evaluation.ts";
import { entrySet } from "../../src/cli/commands/eval/sets/entry-set.ts";
import { untilIndexed, withLocalServer, withWorkspace } from "../../src/cli/commands/eval/with-server.ts";

const SET = fileURLToPath(new URL("./fixtures/languages", import.meta.url));
const QUIET = { signal: new AbortController().signal, onProgress: () => undefined };

/** The share of questions whose first hit is right that each language has at least; an answer of nothing is a wrong one. */
const STEMMED = 0.85;
const LIGHT = 0.75;
const FLOORS: Readonly<Record<string, number>> = {
  ...Object.fromEntries("de nl sv fi fr es pt it ru th zh ja ko".split(" ").map((code) => [code, STEMMED])),
  ...Object.fromEntries("uk pl tr ar he hi vi".split(" ").map((code) => [code, LIGHT])),
};

describe("two hundred notes in twenty languages in one workspace", () => {
  let asked: readonly Asked[];

  beforeAll(async () => {
    const evaluation = await entrySet(SET);
    const answers = await withLocalServer((server) =>
      withWorkspace(server, QUIET.signal, async (client) => {
        await evaluation.push(client, QUIET);
        await untilIndexed(client, QUIET.signal, QUIET.onProgress);
        const runs = [{ name: "keyword", profile: "keyword" as const }];
        return askQuestions(client, evaluation, { runs, limit: 10, ...QUIET });
      }),
    );
    asked = answers.get("keyword") ?? [];
  });

  it("are asked at least 400 questions, 20 in each language", () => {
    expect(asked.length).toBeGreaterThanOrEqual(400);
    for (const code of Object.keys(FLOORS))
      expect(asked.filter(({ kind }) => kind === code).length, code).toBeGreaterThanOrEqual(20);
  });

  const halves = Object.entries(FLOORS).flatMap(([code, floor]) => [
    [code, "odd", floor] as const,
    [code, "even", floor] as const,
  ]);

  it.each(halves)("answer what shares other forms of their words: %s, %s notes", (code, half, floor) => {
    const isOdd = (id: string) => Number(id.replace(/\D/g, "")) % 2 === 1;
    const of = asked.filter(({ kind, id }) => kind === code && isOdd(id) === (half === "odd"));
    const right = of.filter(({ hits, scores }) => hits.length > 0 && scores["hit@1"] === 1);
    const wrong = of.filter((one) => !right.includes(one)).map(({ id }) => id);
    expect(right.length / of.length, wrong.join(" ")).toBeGreaterThanOrEqual(floor);
  });
});
