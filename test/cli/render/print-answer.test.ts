import { expect, it } from "vitest";
import { FORMATS, type FormatName } from "../../../src/cli/render/formats/table.ts";
import { budgetNote, printAnswer } from "../../../src/cli/render/print-answer.ts";
import { shortRecall } from "../../../src/cli/render/recall-id.ts";
import type { AnyHit } from "../../../src/search/contract/hits.ts";
import type { SearchAnswer } from "../../../src/search/contract/search.ts";
import { found, hit } from "../../support/found.ts";
import { capturedTerminal } from "../run-cli.ts";

const ID = "01a200f5-b509-7916-92b3-d35a73ca0ddd";

function printed(
  answer: SearchAnswer<AnyHit>,
  format: FormatName = "lines",
  {
    budget,
    instead,
    outIsTerminal = false,
  }: { budget?: number; instead?: string; outIsTerminal?: boolean } = {},
) {
  const { terminal, written } = capturedTerminal({});
  printAnswer(answer, { terminal: { ...terminal, outIsTerminal }, format, budget, instead });
  return written;
}

const use = { tokens: 300, used: 280, left: 0, cut: false };

it.each([
  [undefined, undefined],
  [use, undefined],
  [{ ...use, left: 1 }, "Budget of 300 tokens: 1 more hit left out."],
  [{ ...use, left: 2 }, "Budget of 300 tokens: 2 more hits left out."],
  [{ ...use, cut: true }, "Budget of 300 tokens: the last hit is cut."],
  [{ ...use, cut: true, left: 3 }, "Budget of 300 tokens: the last hit is cut, 3 more hits left out."],
])("says of a budget of %j: %s", (budget, note) => {
  expect(budgetNote(budget)).toBe(note);
});

it("names the search to vote on once, below passages for a person alone", () => {
  const answer = found([hit()]);
  expect(printed(answer).stdout.endsWith(`\n   …\n\nRecall ${ID}\n`)).toBe(true);
  const noted = printed({ ...answer, degraded: ["quota"] }).stdout;
  expect(noted).toMatch(/quota is used up until 00:00 UTC\.\nRecall /);
  const without: readonly [SearchAnswer<AnyHit>, FormatName, object?][] = [
    [answer, "lines", { budget: 5_000 }],
    [answer, "md"],
    [{ ...answer, recallId: "" }, "lines"],
    [{ ...answer, recallId: `${ID}\u001b` }, "lines"],
    [found([]), "lines"],
    [{ ...answer, hits: [{ citation: "a.md#L1" }] }, "lines"],
  ];
  for (const [other, format, options] of without)
    expect(printed(other, format, options).stdout, format).not.toContain("Recall");
  expect(shortRecall(ID)).toBe("01a200f5-b509-7916");
});

it("says on stderr what an answer lacks where its data goes to a program, in the JSON itself nothing", () => {
  const lacking = found([hit()], { degraded: ["quota"], budget: { ...use, left: 1 } });
  const said =
    "recall: The account's daily model quota is used up until 00:00 UTC. Budget of 300 tokens: 1 more hit left out.\n";
  for (const format of ["csv", "xml", "files"] as const)
    expect(printed(lacking, format).stderr, format).toBe(said);
  for (const format of ["lines", "md", "json"] as const)
    expect(printed(lacking, format).stderr, format).toBe("");
  expect(JSON.parse(printed(lacking, "json").stdout)).toEqual(lacking);
  expect(printed(found([hit()]), "csv").stderr).toBe("");
});

it("says one thing instead of the answer's own notes, and the budget still", () => {
  const answer = found([], { budget: { ...use, left: 1 } });
  expect(printed(answer, "lines", { instead: "There is no root x." }).stdout).toBe(
    "There is no root x. Budget of 300 tokens: 1 more hit left out.\n",
  );
});

it("makes foreign text harmless for a terminal, and leaves it as it was for a program", () => {
  const evil = found([hit({ text: "\u001b[2J" })]);
  for (const format of Object.keys(FORMATS) as FormatName[])
    expect(printed(evil, format, { outIsTerminal: true }).stdout, format).not.toContain("\u001b");
  expect(printed(evil, "csv").stdout).toContain("\u001b[2J");
  expect(printed(evil, "md").stdout).toContain("\u001b[2J");
});

it("leaves whole what JSON prints, and cuts everything else to the budget", () => {
  const long = found([hit({ text: "one long line\n".repeat(400) })]);
  expect(JSON.parse(printed(long, "json", { budget: 200 }).stdout)).toEqual(long);
  expect(printed(long, "md", { budget: 200 }).stdout.length).toBeLessThan(1_200);
});
