import { remoteHost } from "../../../client/loopback.ts";
import { DEFAULT_EMBEDDER, type PushEstimate } from "../../../client/push/push-price.ts";
import type { LeftOut } from "../../folder/left-out.ts";
import { leftOutLines } from "./render-left-out.ts";
import { MAX_LISTED, type PushOutcome, type PushReport } from "../../push/report.ts";
import { byteSize, count, number } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import type { ModelEstimate } from "./context-estimate.ts";

/** A dollar amount smaller than this reads as nothing. */
const SMALLEST_DOLLARS = 0.01;

function goneLines({ report, pruneRefused }: PushOutcome): readonly string[] {
  if (pruneRefused !== undefined)
    return [
      `Not deleted: ${safeLine(pruneRefused.message)}`,
      "If the folder is right, run the same with --mirror --yes.",
    ];
  if (report.gone === 0) return [];
  const them = report.gone === 1 ? "it" : "them";
  return [`${count(report.gone, "document")} gone from the folder, still indexed: --mirror deletes ${them}.`];
}

const failedLines = ({ failed }: PushReport): readonly string[] =>
  failed.length === 0
    ? []
    : [
        `${count(failed.length, "file")} not pushed:`,
        ...failed.map(({ path, message }) => `  ${safeLine(path)}: ${safeLine(message)}`),
      ];

const ENCODING_NAMES = {
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
} as const;

function recodedLines({ recoded }: PushReport): readonly string[] {
  if (recoded.length === 0) return [];
  const names = [...new Set(recoded.map(({ encoding }) => ENCODING_NAMES[encoding]))].sort();
  const [first] = recoded;
  const least = recoded.length >= MAX_LISTED ? "at least " : "";
  const which =
    recoded.length === 1 ? safeLine(first?.path ?? "") : `${least}${count(recoded.length, "file")}`;
  return [`${which} in ${names.join(" or ")}, sent as UTF-8.`];
}

/** Places shown before the rest is a number. */
const MAX_PLACES = 20;

function redactedLines({ redacted }: PushReport): readonly string[] {
  if (redacted.length === 0) return [];
  const files = new Set(redacted.map(({ path }) => path)).size;
  const rest = redacted.length - MAX_PLACES;
  return [
    `${count(redacted.length, "secret")} in ${count(files, "file")} not sent, a mark instead (--secrets keep sends them):`,
    ...redacted
      .slice(0, MAX_PLACES)
      .map(({ path, line, kind }) => `  ${safeLine(`${path}:${line}`)}  ${kind}`),
    ...(rest > 0 ? [`  and ${number(rest)} more (--json lists all)`] : []),
  ];
}

/** The root, and where its texts went when that is another machine: a mistaken server is then seen. */
function placeOf(root: string, url: string): string {
  const host = remoteHost(url);
  return safeLine(host === undefined ? root : `${root} at ${host}`);
}

/** What a push did not send, or not as it is on the disk. */
export const otherwiseLines = (report: PushReport, leftOut: LeftOut): readonly string[] => [
  ...leftOutLines(leftOut, "short"),
  ...recodedLines(report),
  ...redactedLines(report),
];

/** With its full stop, where it does not end by itself: some failures end with a question. */
const sentence = (message: string): string => safeLine(message).replace(/(?<![.?!])$/, ".");

/** A push to the server of this address in a few lines, the failures last. */
export function renderPush(outcome: PushOutcome, leftOut: LeftOut, url: string): readonly string[] {
  const { report, stopped } = outcome;
  const sent = `${number(report.uploaded)} sent (${byteSize(report.bytes)}), ${number(report.unchanged)} unchanged`;
  const rest = report.files - report.uploaded - report.unchanged;
  const notPushed = rest > 0 ? `, ${number(rest)} not pushed` : "";
  const deleted = report.deleted > 0 ? `, ${number(report.deleted)} deleted` : "";
  return [
    `${placeOf(report.root, url)}: ${count(report.files, "file")}, ${sent}${notPushed}${deleted}`,
    ...(report.chunks > 0
      ? [`${count(report.chunks, "passage")} written, ${number(report.toEmbed)} to embed.`]
      : []),
    ...(report.files === 0 && stopped === undefined ? ["There is no file in it that a push sends."] : []),
    ...goneLines(outcome),
    ...otherwiseLines(report, leftOut),
    ...failedLines(report),
    ...(stopped === undefined
      ? []
      : [`${sentence(stopped.message)} What was sent is kept; run the same again for the rest.`]),
  ];
}

const dollars = (amount: number): string =>
  amount < SMALLEST_DOLLARS ? "less than $0.01" : `$${amount.toFixed(2)}`;

export interface DryRun {
  readonly report: PushReport;
  /** The first 10,000 paths. */
  readonly would: readonly string[];
  /** With `--mirror`: documents that the folder does not have. */
  readonly wouldDelete?: readonly string[];
  readonly estimate: PushEstimate;
  readonly contexts?: ModelEstimate;
  readonly names?: ModelEstimate;
  /** Days of the free plan's amounts that rows and neurons take, on the free plan. */
  readonly freePlan?: { readonly rowDays: number; readonly neuronDays: number };
  /** Why the server could not say what it has; everything then counts as new. */
  readonly notAsked?: string;
}

const deletionLines = (paths: readonly string[]): readonly string[] =>
  paths.length === 0
    ? []
    : [`Would delete ${count(paths.length, "document")}:`, ...paths.map((path) => `  ${safeLine(path)}`)];

function modelLines(what: string, estimate: ModelEstimate | undefined): readonly string[] {
  if (estimate === undefined) return [];
  const { chunks, tokensIn, tokensOut, model, dollars: price, neurons = 0, freeDays = 0 } = estimate;
  const cost =
    price === undefined
      ? "at a price not known here"
      : `${dollars(price)}, ${count(neurons, "neuron")} (${freeDays.toFixed(2)} free days)`;
  const by = safeLine(model ?? "the server's text model");
  return [
    `${what} ${count(chunks, "passage")}: about ${count(tokensIn, "token")} in and ${number(tokensOut)} out, ${cost} with ${by}.`,
  ];
}

function embeddingLine({ chunks, tokens, embedder, dollars: price, ...cost }: PushEstimate): string {
  const size = `About ${count(chunks, "passage")} and ${count(tokens, "token")}`;
  if (price === undefined) return `${size} for ${safeLine(embedder ?? "the server's model")}.`;
  const { neurons = 0, freeDays = 0 } = cost;
  const by = embedder === undefined || embedder === DEFAULT_EMBEDDER ? "bge-base" : safeLine(embedder);
  return `${size}: ${dollars(price)} with ${by}, ${count(neurons, "neuron")} (${freeDays.toFixed(2)} free days).`;
}

function rowLines({ estimate: { rows }, freePlan }: DryRun): readonly string[] {
  if (rows === undefined) return [];
  const { least, most, dollars: price, freeDays } = rows;
  const cost = price < SMALLEST_DOLLARS ? dollars(price) : `up to ${dollars(price)}`;
  const line = `About ${number(least)} to ${count(most, "row")} written: ${cost} (${freeDays.toFixed(2)} free days).`;
  if (freePlan === undefined) return [line];
  const { rowDays, neuronDays } = freePlan;
  const days = Math.ceil(Math.max(rowDays, neuronDays));
  const takes = days <= 1 ? "within a day" : `in about ${number(days)} days`;
  return [
    line,
    `On the free plan it is indexed ${takes}: ${rowDays >= neuronDays ? "rows" : "neurons"} bound it.`,
  ];
}

/** What a push would send and delete, and about what it would cost. */
export function renderDryRun(run: DryRun, leftOut: LeftOut): readonly string[] {
  const { report, would, wouldDelete, estimate, contexts, names, notAsked } = run;
  const rest = report.files - estimate.files - report.unchanged;
  const notPushed = rest > 0 ? `, ${number(rest)} not to be pushed` : "";
  return [
    ...would.map((path) => `  ${safeLine(path)}`),
    ...(estimate.files > would.length ? [`  and ${number(estimate.files - would.length)} more`] : []),
    `${safeLine(report.root)}: ${count(report.files, "file")}, would send ${number(estimate.files)} (${byteSize(estimate.bytes)}), ${number(report.unchanged)} unchanged${notPushed}`,
    embeddingLine(estimate),
    ...rowLines(run),
    ...modelLines("Contexts for", contexts),
    ...modelLines("Names of", names),
    ...(notAsked === undefined
      ? []
      : [`The server was not asked (${safeLine(notAsked)}): all counted as new.`]),
    ...(wouldDelete === undefined ? goneLines({ report }) : deletionLines(wouldDelete)),
    ...leftOutLines(leftOut, "whole"),
    ...recodedLines(report),
    ...redactedLines(report),
    ...failedLines(report),
  ];
}
