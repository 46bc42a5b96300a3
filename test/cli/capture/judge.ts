import { join } from "node:path";
import { findFacts } from "../../../src/cli/capture/rules/find-facts.ts";
import { readTurns } from "../../../src/cli/capture/transcripts/read-turns.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { asClaudeCode, asCodex, type Written, writtenIn } from "./written-transcripts.ts";

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Whether two texts are one, or one is a sentence of the other. */
const isSame = (one: string, other: string): boolean => {
  const [a, b] = [plain(one), plain(other)];
  return a.includes(b) || b.includes(a);
};

export interface Judgement {
  readonly right: readonly string[];
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

/** What rules take of a conversation, written to a file as an agent writes it, against what should be kept of it. */
async function judgeOne(written: Written, at: number): Promise<Judgement> {
  const text = at % 2 === 0 ? asClaudeCode(written) : asCodex(written);
  const file = join(temporaryFolder({ "t.jsonl": text }), "t.jsonl");
  const { turns } = await readTurns(file);
  const taken = findFacts(turns).map((fact) => fact.text);
  const wished = written.passages.filter(({ wish }) => wish === "keep").map((passage) => passage.text);
  return {
    right: taken.filter((one) => wished.some((wish) => isSame(wish, one))),
    wrong: taken.filter((one) => !wished.some((wish) => isSame(wish, one))),
    missed: wished.filter((wish) => !taken.some((one) => isSame(wish, one))),
  };
}

/** All conversations of a table together. */
export async function judge(name: "first" | "second"): Promise<Judgement> {
  const each = await Promise.all(writtenIn(name).map(judgeOne));
  return {
    right: each.flatMap(({ right }) => right),
    wrong: each.flatMap(({ wrong }) => wrong),
    missed: each.flatMap(({ missed }) => missed),
  };
}
