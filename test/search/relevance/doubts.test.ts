import { expect, it } from "vitest";
import { analyseQuery } from "../../../src/search/query/analyse.ts";
import type { RepairedQuery } from "../../../src/search/query/repair.ts";
import { isDoubtful } from "../../../src/search/relevance/doubts.ts";
import { NO_CONTENT } from "../../../src/search/relevance/judge.ts";
import { judged } from "./judged.ts";

const SURE = { text: "invoice 48214 was paid", headings: ["invoice 48214 paid"], keyword: 9 };

it("an answer about another number is never of high confidence, and names what is missing", async () => {
  const right = await judged([SURE], { query: "invoice 48214 paid" });
  expect([right.confidence, right.missing]).toEqual(["high", undefined]);
  const other = await judged([{ ...SURE, headings: ["invoice paid"] }], { query: "invoice paid 48215" });
  expect([other.confidence === "high", other.missing]).toEqual([false, ["48215"]]);
  const typing = await judged([SURE], { query: "invoice 48215", typing: true });
  expect(typing.missing).toBeUndefined();
  expect((await judged([], { query: "invoice 48215" })).missing).toBeUndefined();
});

it.each([
  ["when do we deploy the release branch with deploy.ts", "deploy.ts"],
  ["what does the --dry-run flag of deploy do", "--dry-run"],
  ["which release branch does `deployer()` deploy on dry runs", "deployer"],
  ["src/release/deploy.ts: when do we deploy", "src/release/deploy.ts"],
])("%s, of which no passage has %s, is not answered with high confidence", async (query, name) => {
  const about = {
    text: "deploy the release branch: dry run flag, deploy ts, src release",
    headings: ["deploy the release branch, dry run"],
  };
  const other = await judged([{ ...about, path: "src/release.ts", keyword: 9 }], { query });
  expect([other.relevance >= 0.5, other.confidence, other.missing]).toEqual([true, "low", [name]]);
  const right = await judged(
    [{ ...about, path: "src/release.ts", keyword: 9, text: `${about.text} ${name}` }],
    {
      query,
    },
  );
  expect([right.confidence, right.missing]).toEqual(["high", undefined]);
});

it("a date that names the time of a question is said by the date of what is from then", async () => {
  const query = "what did we decide on backups before 2026-02-01?";
  const passage = { text: "We decided to keep backups for thirty days.", path: "0003.md", keyword: 9 };
  const missing = async (datedAt?: number) =>
    (await judged([{ ...passage, ...(datedAt !== undefined && { datedAt }) }], { query })).missing;
  expect(await missing(Date.UTC(2026, 0, 20))).toBeUndefined();
  expect(await missing(Date.UTC(2026, 2, 20))).toEqual(["2026-02-01"]);
  expect(await missing()).toEqual(["2026-02-01"]);
});

it("a name that was given to a memory is found in it", async () => {
  const passage = { text: "He signs each invoice before it leaves.", keyword: 9 };
  const asked = { query: "bartholomew ingram" };
  expect((await judged([passage], asked)).evidenceOf("1")).toMatchObject({ found: 0 });
  const { evidenceOf } = await judged([{ ...passage, names: ["Bartholomew Ingram"] }], asked);
  expect(evidenceOf("1")).toMatchObject({ found: 1 });
});

it("a query without a word that carries something is never answered with high confidence", async () => {
  const passages = [{ text: "what is the", headings: ["what is the"], keyword: 9 }];
  const { confidence, reasons } = await judged(passages, { query: "what is the" });
  expect([confidence, reasons]).toEqual(["none", [`1: ${NO_CONTENT}`]]);
});

it("the probability of an answer is no less than that of the likeliest passage, and no more than all have together", async () => {
  for (const passages of [
    [SURE],
    [SURE, { text: "paid", keyword: 3 }],
    [{ text: "paid" }, { text: "paid" }],
  ]) {
    const { relevance, relevanceOf } = await judged(passages, {
      query: "invoice 48214 paid",
      settings: { "relevance.floor": 0 },
    });
    const all = passages.map((_, at) => relevanceOf(String(at + 1)) ?? 0);
    expect(relevance).toBeGreaterThanOrEqual(Math.max(...all));
    expect(relevance).toBeLessThanOrEqual(all.reduce((sum, one) => sum + one, 0) + 1e-9);
  }
});

it.each([
  ["the address of Martinek", "martinek", true],
  ["Martinek has which address", "martinek", false],
  ["Adress of Martinek", "adress", false],
  ["the adress of Martinek", "adress", false],
])("%s, with %s read as another word, is doubtful: %s", (text, from, isDoubted) => {
  const repaired = { query: analyseQuery(text), repairs: [{ from, to: "x" }] } as unknown as RepairedQuery;
  expect(isDoubtful(repaired, [])).toBe(isDoubted);
});
