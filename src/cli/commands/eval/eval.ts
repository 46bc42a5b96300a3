import { writeFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { Option } from "commander";
import { DEFAULTS } from "../../../config.ts";
import { PROFILES, type ProfileName } from "../../../search/contract/constants.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { type ProfileSettings, setting, wholeNumber } from "../../flags/parsers.ts";
import { realFolder } from "../../folder/collect-folder.ts";
import { progressLine } from "../../terminal/progress-line.ts";
import type { Evaluation, Run } from "./evaluation.ts";
import { renderReport } from "./render.ts";
import { type EvalOutcome, LOG_LIMIT, runEvaluation, runLogEvaluation } from "./run-evaluation.ts";
import { beirSet } from "./sets/beir-set.ts";
import { entrySet } from "./sets/entry-set.ts";
import { locomoSet } from "./sets/locomo-set.ts";
import { longMemEvalSet } from "./sets/longmemeval-set.ts";
import { passageSet } from "./sets/passage-set.ts";

interface EvalFlags {
  readonly profile: ProfileName;
  readonly compare?: readonly ProfileName[];
  readonly set?: ProfileSettings;
  readonly floor?: boolean;
  readonly limit?: number;
  readonly questions?: string;
  readonly scope?: "prefix";
  readonly results?: string;
  readonly fromLog?: string;
  readonly beir?: string;
  readonly split?: string;
  readonly locomo?: string;
  readonly longmemeval?: string;
}

/** The profile with its changed settings first, then those it is compared with, each once. */
function runsOf({ profile, compare = [], set }: EvalFlags): readonly Run[] {
  const changed = Object.entries(set ?? {}).map(([key, value]) => ` ${key}=${value}`);
  const first = { name: `${profile}${changed.join("")}`, profile, ...(set && { settings: set }) };
  const others = [...new Set(compare)].map((name) => ({ name, profile: name }));
  return [first, ...others.filter(({ name }) => name !== first.name)];
}

/** Where the questions come from, as it was named; the log aside. */
const placesOf = (folder: string | undefined, { beir, locomo, longmemeval }: EvalFlags): readonly string[] =>
  [folder, beir, locomo, longmemeval].filter((place) => place !== undefined);

async function load(
  folder: string | undefined,
  flags: EvalFlags,
  { cwd }: CommandContext,
): Promise<Evaluation> {
  const { questions, scope, beir, split, locomo, longmemeval } = flags;
  if (beir !== undefined) return beirSet(await realFolder(cwd, beir), split ?? "test");
  if (locomo !== undefined) return locomoSet(resolve(cwd, locomo));
  if (longmemeval !== undefined) return longMemEvalSet(resolve(cwd, longmemeval));
  const real = await realFolder(cwd, folder ?? "");
  if (questions === undefined) return entrySet(real, scope);
  return passageSet(real, resolve(cwd, questions));
}

/** Each question's hits of the first profile, one JSON object a line, for other scorers. */
async function writeResults(file: string, { asked }: EvalOutcome, { cwd }: CommandContext): Promise<void> {
  const [answers = []] = asked.values();
  const lines = answers.map(({ id, hits, scores, latencyMs }) => {
    const found = hits.map(({ path, startLine, endLine }) => ({ path, start: startLine, end: endLine }));
    return `${JSON.stringify({ id, hits: found, scores, latencyMs })}\n`;
  });
  await writeFile(resolve(cwd, file), lines.join(""));
}

/** Runs what was asked for: a folder's questions, or those of the log. */
async function outcomeOf(
  folder: string | undefined,
  flags: EvalFlags,
  context: CommandContext,
): Promise<EvalOutcome> {
  const progress = progressLine(context.terminal);
  const asking = {
    runs: runsOf(flags),
    wantsFloor: flags.floor === true,
    onProgress: (what: string, done: number, total: number) => progress.update(what, done, total),
  };
  if (flags.fromLog !== undefined) {
    const request = { ...asking, file: resolve(context.cwd, flags.fromLog), limit: flags.limit ?? LOG_LIMIT };
    return runLogEvaluation(context, request).finally(() => progress.end());
  }
  const evaluation = await load(folder, flags, context);
  const request = {
    ...asking,
    name: basename(placesOf(folder, flags)[0] ?? ""),
    evaluation,
    limit: flags.limit ?? evaluation.limit,
  };
  return runEvaluation(context, request).finally(() => progress.end());
}

async function evaluate(
  context: CommandContext,
  folder: string | undefined,
  flags: EvalFlags,
): Promise<ExitCode> {
  const named = placesOf(folder, flags).length + (flags.fromLog === undefined ? 0 : 1);
  if (named !== 1)
    throw invalid(
      "Name one: a folder, --beir, --locomo, --longmemeval, or --from-log, a file of judged searches",
    );
  const ownLayout = placesOf(undefined, flags).length > 0;
  if (ownLayout && (flags.questions ?? flags.scope) !== undefined)
    throw invalid(
      "--questions and --scope are for a folder: a published set has its own questions and scopes",
    );
  if (flags.split !== undefined && flags.beir === undefined) throw invalid("--split is for --beir");
  const outcome = await outcomeOf(folder, flags, context);
  if (flags.results !== undefined) await writeResults(flags.results, outcome, context);
  return print(context, outcome.report, () => renderReport(outcome.report));
}

/** `recall eval <folder>` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description(
      "Measures search on judged questions: pushes the folder into a workspace of its own, on a local server that it " +
        "starts and ends itself or on the one that --url names (owner's token), asks, scores, and removes it.",
    )
    .argument("[folder]", "corpus.jsonl, queries.jsonl and qrels.tsv; or any files, with --questions")
    .addOption(new Option("--profile <name>", "how to rank").choices([...PROFILES]).default("edge"))
    .option("--set <setting=value>", "change a setting of that profile", setting)
    .addOption(
      new Option("--compare <names...>", "further profiles, each with its difference").choices([...PROFILES]),
    )
    .option("--floor", "propose relevance.floor from questions that have no answer (kind none)")
    .option(
      "-n, --limit <number>",
      "hits asked for (default: 100; 10 with --questions)",
      wholeNumber(1, DEFAULTS.maxLimit),
    )
    .option("--questions <file>", "questions whose answers are lines of the folder's files")
    .addOption(
      new Option(
        "--scope <rule>",
        "prefix: only documents whose id shares the question's part before /",
      ).choices(["prefix"]),
    )
    .option(
      "--from-log <file>",
      "instead of a folder: searches of the workspace's log that have votes, as its live index answers them; the file keeps them (made if it is not there; an admin's token)",
    )
    .option("--beir <folder>", "instead of a folder: a set of BEIR, scored as BEIR does")
    .option("--split <name>", "which judgements of the BEIR set: qrels/<name>.tsv (default: test)")
    .option("--locomo <file>", "instead of a folder: LoCoMo's locomo10.json, scored as its own script does")
    .option(
      "--longmemeval <file>",
      "instead of a folder: a file of LongMemEval, scored by session as its own script does",
    )
    .option("--results <file>", "write each question's hits and scores of the first profile")
    .action(start(evaluate));
};
