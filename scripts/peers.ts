/**
 * `npm run peers [-- SET… --only ID… --write]`: measures this program beside other search tools, in one run on one machine, on
 * judged sets. npm installs those at exact versions into a folder of their own; nothing of the project changes.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir, totalmem } from "node:os";
import { basename, join, resolve } from "node:path";
import { Command, Option } from "commander";
import { EXIT, type ExitCode } from "../src/cli/command.ts";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { wholeNumber } from "../src/cli/flags/parsers.ts";
import { byteSize } from "../src/cli/terminal/numbers.ts";
import { AppError } from "../src/errors.ts";
import { installPeer } from "./peers/install.ts";
import { judgedFiles } from "./peers/judged-files.ts";
import { measureSet } from "./peers/measure.ts";
import { withPeer } from "./peers/process.ts";
import { type MeasuredSet, type NamedPeer, renderPeers, withPeers } from "./peers/render.ts";
import { loadPeer, PEERS, type PeerId } from "./peers/table.ts";

interface Flags {
  readonly only: readonly PeerId[];
  readonly questions: number;
  readonly write?: boolean;
  readonly page: string;
  readonly cache: string;
}

const root = packageRoot();
const fixtures = join(root, "test", "quality", "fixtures");
const program = new Command("npm run peers --")
  .description(
    "Measures this program beside other search tools on judged sets and prints tables as Markdown.",
  )
  .argument("[sets...]", "judged sets as recall eval reads them (default: the project's own)", [
    join(fixtures, "harbour"),
    join(fixtures, "languages"),
  ])
  .addOption(new Option("--only <ids...>", "some of the tools").choices([...PEERS]).default([...PEERS]))
  .option(
    "--questions <number>",
    "at most so many of each set, evenly taken",
    wholeNumber(1, Number.MAX_SAFE_INTEGER),
    200,
  )
  .option("--write", "write the tables into the page")
  .option("--page <file>", "the page they are written into", join(root, "docs", "benchmarks.md"))
  .option("--cache <folder>", "where npm installs the others", join(root, ".recall", "peers"))
  .parse();
const flags = program.opts<Flags>();
const typedFrom = process.env.INIT_CWD ?? process.cwd();
const at = (path: string): string => resolve(typedFrom, path);
const sets = (program.processedArgs[0] as readonly string[]).map(at);
const say = (line: string): void => console.error(`peers: ${line}`);

interface Installed extends NamedPeer {
  readonly loader: string;
}

/** Installs the tools and asks each for its version; one that fails here has its reason as its version. */
async function install(cache: string): Promise<readonly (Installed | NamedPeer)[]> {
  const installed: (Installed | NamedPeer)[] = [];
  for (const id of flags.only) {
    const peer = await loadPeer(id);
    const named = { id, name: peer.name, settings: peer.settings };
    try {
      const loader = await installPeer(id, peer, cache, say);
      const place = { folder: cache, home: cache, loader };
      const own = await withPeer(id, place, (child) => child.do<"version">({ kind: "version" }));
      installed.push({ ...named, loader, version: [...peer.packages, own].filter(Boolean).join(", ") });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      say(`${peer.name} cannot be measured: ${reason}`);
      installed.push({ ...named, version: `not measured: ${reason}` });
    }
  }
  return installed;
}

/** At most `count` of the items, from everywhere in the list. */
const evenly = <Item>(items: readonly Item[], count: number): readonly Item[] =>
  items.filter(
    (_, at) => Math.floor((at * count) / items.length) !== Math.floor(((at - 1) * count) / items.length),
  );

async function measureAll(peers: readonly Installed[]): Promise<readonly MeasuredSet[]> {
  const work = mkdtempSync(join(tmpdir(), "recall-peers-"));
  try {
    const measured: MeasuredSet[] = [];
    for (const folder of sets) {
      const whole = await judgedFiles(folder, work);
      const set = { ...whole, questions: evenly(whole.questions, flags.questions) };
      measured.push({ set, results: await measureSet(set, { work, peers, say }) });
    }
    return measured;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function main(): Promise<ExitCode> {
  try {
    const peers = await install(at(flags.cache));
    const measured = await measureAll(peers.filter((peer) => "loader" in peer));
    const report = {
      date: new Date().toISOString().slice(0, "2026-01-01".length),
      machine: `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${byteSize(totalmem())}`,
      command: [
        "npm run peers --",
        ...sets.map((set) => basename(set)),
        `--questions ${flags.questions}`,
      ].join(" "),
      peers,
      sets: measured,
    };
    console.log(renderPeers(report).join("\n"));
    const page = at(flags.page);
    if (flags.write) writeFileSync(page, withPeers(readFileSync(page, "utf8"), report));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    say(error.message);
    return EXIT.usage;
  }
}

process.exitCode = await main();
