import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Asked, askQuestions } from "../../src/cli/commands/eval/evaluation.ts";
import { passageSet } from "../../src/cli/commands/eval/sets/passage-set.ts";
import { summarise } from "../../src/cli/commands/eval/statistics/summarise.ts";
import { untilIndexed, withLocalServer, withWorkspace } from "../../src/cli/commands/eval/with-server.ts";
import type { ProfileName } from "../../src/search/contract/constants.ts";
import { type DatedQuestion, datedNotes } from "./dated-notes.ts";
import { writeDatedNotes } from "./write-dated-notes.ts";

/** The same notes every run; `NOTES_SEED=7 vitest run test/quality/latest.long.test.ts` looks at others. */
const SEED = Number(process.env.NOTES_SEED ?? 1);
const PROFILES = ["latest", "edge"] as const satisfies readonly ProfileName[];
const QUIET = { signal: new AbortController().signal, onProgress: () => undefined };

describe("a folder of dated notes that supersede each other", () => {
  const { notes, questions } = datedNotes(SEED);
  const folder = mkdtempSync(join(tmpdir(), "recall-dated-"));
  let answers: ReadonlyMap<string, readonly Asked[]>;

  beforeAll(async () => {
    const { notesFolder, questionsFile } = writeDatedNotes(folder, { notes, questions });
    const evaluation = await passageSet(notesFolder, questionsFile);
    answers = await withLocalServer((server) =>
      withWorkspace(server, QUIET.signal, async (client) => {
        await evaluation.push(client, QUIET);
        await untilIndexed(client, QUIET.signal, QUIET.onProgress);
        const runs = PROFILES.map((profile) => ({ name: profile, profile }));
        return askQuestions(client, evaluation, { runs, limit: evaluation.limit, ...QUIET });
      }),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const of = (profile: ProfileName, kind: DatedQuestion["kind"] = "latest") =>
    summarise((answers.get(profile) ?? []).filter((one) => one.kind === kind))[0];
  const ofKind = (kind: DatedQuestion["kind"]) => questions.filter((question) => question.kind === kind);

  it("has at least a hundred questions, each with an answer and something outdated", () => {
    expect(questions.length).toBeGreaterThanOrEqual(100);
    expect(questions.filter(({ gold, stale }) => gold.length !== 1 || stale.length === 0)).toEqual([]);
    expect(datedNotes(SEED)).toEqual({ notes, questions });
  });

  it.each(PROFILES)("is answered with the newest note first by %s", (profile) => {
    expect(of(profile)?.questions).toBe(ofKind("latest").length);
    expect(of(profile)?.scores["hit@1"]).toBeGreaterThanOrEqual(0.8);
    expect(of(profile)?.scores["newest first"]).toBeGreaterThanOrEqual(0.85);
    expect(of(profile)?.scores["hit@5"]).toBeGreaterThanOrEqual(0.95);
  });

  it.each(PROFILES)("is answered with the note of the month that is asked for by %s", (profile) => {
    expect(of(profile, "dated")?.questions).toBe(ofKind("dated").length);
    expect(of(profile, "dated")?.scores["hit@1"]).toBeGreaterThanOrEqual(0.8);
  });
});
