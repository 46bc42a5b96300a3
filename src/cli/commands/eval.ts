import { InvalidArgumentError, Option } from "commander";
import { DEFAULTS } from "../../config.ts";
import type { CommandContext, ConfigureCommand } from "../command.ts";
import type { ProfileName } from "../eval/ask-questions.ts";
import type { EvalOutcome } from "../eval/run-evaluation.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";

export interface EvalFlags {
  readonly profile: ProfileName;
  readonly compare?: ProfileName;
  readonly limit?: number;
  readonly questions?: string;
  readonly scope?: "prefix";
  readonly results?: string;
}

// The contract's own list would bring its schema library into every start.
const PROFILES = ["edge", "keyword", "vector"] as const satisfies readonly ProfileName[];

function limitOf(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= DEFAULTS.maxLimit) return limit;
  throw new InvalidArgumentError(`It is a number from 1 to ${DEFAULTS.maxLimit}.`);
}

async function load(folder: string, { questions, scope }: EvalFlags, { cwd }: CommandContext) {
  const [{ realFolder }, { resolve }] = await Promise.all([
    import("../push/collect-folder.ts"),
    import("node:path"),
  ]);
  const real = await realFolder(cwd, folder);
  if (questions === undefined) return (await import("../eval/entry-set.ts")).entrySet(real, scope);
  return (await import("../eval/passage-set.ts")).passageSet(real, resolve(cwd, questions));
}

/** Each question's hits of the first profile, one JSON object a line, for other scorers. */
async function writeResults(file: string, { asked }: EvalOutcome, { cwd }: CommandContext): Promise<void> {
  const [{ writeFile }, { resolve }] = await Promise.all([import("node:fs/promises"), import("node:path")]);
  const [answers = []] = asked.values();
  const lines = answers.map(({ id, hits, scores, latencyMs }) => {
    const found = hits.map(({ path, startLine, endLine }) => ({ path, start: startLine, end: endLine }));
    return `${JSON.stringify({ id, hits: found, scores, latencyMs })}\n`;
  });
  await writeFile(resolve(cwd, file), lines.join(""));
}

async function evaluate(folder: string, flags: EvalFlags, context: CommandContext): Promise<ExitCode> {
  const [{ runEvaluation }, { renderReport }, { progressLine }, { safeJson }, { basename }] =
    await Promise.all([
      import("../eval/run-evaluation.ts"),
      import("../eval/render-report.ts"),
      import("../render/progress-line.ts"),
      import("../render/terminal-safe.ts"),
      import("node:path"),
    ]);
  const { terminal } = context;
  const { profile, compare, limit, results } = flags;
  const evaluation = await load(folder, flags, context);
  const progress = progressLine(terminal);
  const outcome = await runEvaluation(context, {
    name: basename(folder),
    evaluation,
    profiles: compare === undefined || compare === profile ? [profile] : [profile, compare],
    limit: limit ?? evaluation.limit,
    onProgress: (what, done, total) => progress.update(what, done, total),
  }).finally(() => progress.end());
  if (results !== undefined) await writeResults(results, outcome, context);
  const text = context.flags.json === true ? [safeJson(outcome.report)] : renderReport(outcome.report);
  terminal.out(text.map((line) => `${line}\n`).join(""));
  return EXIT.ok;
}

/** `recall eval <folder>` */
export const configureEval: ConfigureCommand = (command, start) => {
  command
    .description(
      "Measures search on judged questions: pushes the folder into a workspace of its own, on a local server that it\n" +
        "starts and ends itself or on the one that --url names (owner's token), asks, scores, and removes it.",
    )
    .argument("<folder>", "corpus.jsonl, queries.jsonl and qrels.tsv; or any files, with --questions")
    .addOption(new Option("--profile <name>", "how to rank").choices([...PROFILES]).default("edge"))
    .addOption(new Option("--compare <name>", "a second profile, with the difference").choices([...PROFILES]))
    .option("-n, --limit <number>", "hits asked for (default: 100; 10 with --questions)", limitOf)
    .option("--questions <file>", "questions whose answers are lines of the folder's files")
    .addOption(
      new Option(
        "--scope <rule>",
        "prefix: only documents whose id shares the question's part before /",
      ).choices(["prefix"]),
    )
    .option("--results <file>", "write each question's hits and scores of the first profile")
    .action((folder: string, flags: EvalFlags) => start((context) => evaluate(folder, flags, context)));
};
