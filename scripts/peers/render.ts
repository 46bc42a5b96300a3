import { number } from "../../src/cli/terminal/numbers.ts";
import { withMarkedLines } from "../docs/marked-lines.ts";
import type { JudgedFiles } from "./judged-files.ts";
import { lossesOf } from "./losses.ts";
import { meanOf, type PeerFigures, type PeerResult } from "./measure.ts";
import { type PeerId, YARDSTICK } from "./table.ts";

/** A tool as the table names it. */
export interface NamedPeer {
  readonly id: PeerId;
  readonly name: string;
  readonly version: string;
  readonly settings: string;
}

export interface MeasuredSet {
  readonly set: Pick<JudgedFiles, "name" | "documents" | "questions">;
  readonly results: readonly PeerResult[];
}

export interface PeersReport {
  readonly date: string;
  readonly machine: string;
  readonly command: string;
  readonly peers: readonly NamedPeer[];
  readonly sets: readonly MeasuredSet[];
}

const MS_PER_SECOND = 1_000;
const MB = 1_000_000;
const HEAD = [
  ...[
    "tool",
    "nDCG@10",
    "recall@10",
    "hit@1",
    "silent",
    "empty",
    "index s",
    "MB",
    "cold s",
    "p50 ms",
    "p95 ms",
  ],
  ...["× FTS5", "memory MB"],
];

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const rule = (cells: number): string => row(["---", ...Array(cells - 1).fill("---:")]);
/** .719; what a set does not judge is left open. */
const share = (value: number | undefined): string =>
  value === undefined ? "" : value.toFixed(3).replace(/^0/, "");
/** Three digits that say something. */
const short = (value: number): string => (value >= 100 ? number(Math.round(value)) : value.toPrecision(3));

function figuresRow(name: string, one: PeerFigures, yardstick: PeerFigures | undefined): string {
  const { scores, empty, indexMs, bytes, coldMs, p50Ms, p95Ms, memory } = one;
  return row([
    name,
    ...(["nDCG@10", "recall@10", "hit@1", "silent"] as const).map((metric) => share(meanOf(scores, metric))),
    share(empty),
    short(indexMs / MS_PER_SECOND),
    short(bytes / MB),
    short(coldMs / MS_PER_SECOND),
    short(p50Ms),
    short(p95Ms),
    yardstick === undefined ? "" : short(p50Ms / yardstick.p50Ms),
    memory === undefined ? "" : short(memory / MB),
  ]);
}

function setLines({ set, results }: MeasuredSet, peers: readonly NamedPeer[]): readonly string[] {
  const { name, documents, questions } = set;
  const unanswerable = questions.filter(({ isUnanswerable }) => isUnanswerable).length;
  const bytes = documents.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const measured = results.flatMap((one) => ("reason" in one ? [] : one));
  const yardstick = measured.find(({ id }) => id === YARDSTICK);
  const nameOf = (id: PeerId): string => peers.find((peer) => peer.id === id)?.name ?? id;
  const rows = results.map((one) =>
    "reason" in one
      ? row([
          nameOf(one.id),
          `failed: ${one.reason.replaceAll("|", "\\|")}`,
          ...Array(HEAD.length - 2).fill(""),
        ])
      : figuresRow(nameOf(one.id), one, yardstick),
  );
  return [
    `**${name}**: ${number(documents.length)} documents, ${short(bytes / MB)} MB, ${number(questions.length)} questions` +
      `${unanswerable === 0 ? "" : `, ${unanswerable} of them without an answer`}`,
    "",
    row(HEAD),
    rule(HEAD.length),
    ...rows,
    "",
    ...lossesOf(measured, nameOf),
    "",
  ];
}

/** What was measured, with what it was measured with and what this program loses at, as Markdown. */
export function renderPeers({ date, machine, command, peers, sets }: PeersReport): readonly string[] {
  return [
    `\`${command}\`, ${date}, on ${machine}.`,
    "",
    row(["tool", "version", "set up as"]),
    row(["---", "---", "---"]),
    ...peers.map(({ name, version, settings }) => row([name, version, settings.replaceAll("|", "\\|")])),
    "",
    ...sets.flatMap((set) => setLines(set, peers)),
  ].slice(0, -1);
}

/** The page with the tables in their place. Throws where the page has no place for them. */
export const withPeers = (page: string, report: PeersReport): string =>
  withMarkedLines(page, "<!-- npm run peers -->", renderPeers(report));
