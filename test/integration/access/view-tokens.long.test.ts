import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";
import { beforeAll, describe, expect, it } from "vitest";
import type { FormatName } from "../../../src/cli/render/formats/table.ts";
import { printAnswer } from "../../../src/cli/render/print-answer.ts";
import type { AnyHit } from "../../../src/search/contract/hits.ts";
import type { SearchAnswer } from "../../../src/search/contract/search.ts";
import { withinBudget } from "../../../src/search/views/budget.ts";
import { textOf } from "../../../src/search/views/views.ts";
import { localWorkspace } from "../../support/worlds/local-workspace.ts";
import { projectFiles, questions } from "../documents/project-files.ts";

/** The larger count of two vocabularies in use. */
const realTokens = (text: string): number => Math.max(countO200k(text), countCl100k(text));

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** What `recall search` writes to stdout where the output is no terminal. */
async function printed(
  answer: SearchAnswer<AnyHit>,
  { format, budget }: { readonly format: FormatName; readonly budget: number | undefined },
): Promise<string> {
  let text = "";
  const terminal = {
    out: (more: string) => {
      text += more;
    },
    err: () => undefined,
    outIsTerminal: false,
    canAsk: false,
    color: false,
    columns: Number.POSITIVE_INFINITY,
  };
  await printAnswer(answer, { terminal, format, budget, instead: undefined });
  return text;
}

const FORMS: readonly FormatName[] = ["lines", "json", "md", "csv", "xml", "files"];
const VIEWS = ["snippet", "full", "compact", "digest"] as const;
const BUDGETS = [200, 400, 800, 1_600, 3_200];
/** Each with every budget: 500 searches. */
const SEARCHED = 100;

describe("tokens of printed hits, by real tokenizers", () => {
  const here = localWorkspace(projectFiles());
  beforeAll(async () => {
    await here.client.upload(
      here.token,
      { "docs/changes.md": "# Changes\n\nThe retry policy changed.\n" },
      "handbook",
    );
    // Nothing may be left for a sweep after a search: it would change ranks between two of them.
    for (let run = 0; run < 3; run++) await here.client.sweep();
  });

  const search = async (query: string, more: Record<string, unknown>): Promise<SearchAnswer<AnyHit>> =>
    (await here.client.search(here.token, query, more)).body;

  it.each([
    ["digest", 20],
    ["compact", 40],
  ] as const)("are of a hit in the %s at most %i at the median", async (view, most) => {
    const lines: string[] = [];
    for (const query of questions(20)) {
      const { hits, ...answer } = await search(query, { view, limit: 20 });
      for (const hit of hits)
        lines.push(
          (await printed({ ...answer, hits: [hit] }, { format: "lines", budget: undefined })).split(
            "\n",
          )[0] ?? "",
        );
    }
    expect(lines.length).toBeGreaterThan(200);
    const tokens = median(lines.map((line) => realTokens(`${line}\n`)));
    expect(tokens).toBeLessThanOrEqual(most);
  });

  it("are at most a tenth above a budget in 97% of 500 searches, and use nearly all of it", async () => {
    const over: string[] = [];
    const shares: number[] = [];
    for (const [at, query] of questions(SEARCHED).entries()) {
      const view = VIEWS[at % VIEWS.length] ?? "snippet";
      const whole = await search(query, { view, limit: 100 });
      for (const [of, budget] of BUDGETS.entries()) {
        const format = FORMS[(Math.floor(at / VIEWS.length) + of) % FORMS.length] ?? "lines";
        const answer = withinBudget(whole, { budget });
        expect(answer.hits.length).toBeGreaterThan(0);
        const text =
          format === "json"
            ? answer.hits.map((hit) => `${textOf(hit)}\n`).join("")
            : await printed(answer, { format, budget });
        const tokens = realTokens(text);
        if (answer.budget?.left !== 0) shares.push(tokens / budget);
        if (tokens > 1.1 * budget) over.push(`${format} ${view} ${budget}: ${tokens}`);
      }
    }
    expect(over.length).toBeLessThanOrEqual((SEARCHED * BUDGETS.length * 3) / 100);
    expect(shares.length).toBeGreaterThan(SEARCHED);
    expect(median(shares)).toBeGreaterThan(0.9);
  });

  it.each(VIEWS)("are counted by the server as by the command, in %s", async (view) => {
    const [query = ""] = questions(1);
    const whole = await search(query, { view, limit: 100 });
    const answer = await search(query, { view, budget: 700 });
    const { hits, budget } = withinBudget(whole, { budget: 700 });
    expect({ hits: answer.hits, budget: answer.budget }).toEqual({ hits, budget });
    expect(answer.budget?.left).toBeGreaterThan(0);
  });
});
