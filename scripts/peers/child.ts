/** One tool in a process of its own, which `process.ts` starts: `child.ts <id> <place as JSON>`, then a message a step. */
import { mkdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Opened, PeerDocument } from "./peer.ts";
import type { ChildPlace, Replies, Step, Timed } from "./process.ts";
import { loadPeer, PEERS } from "./table.ts";

const [wanted, place = "{}"] = process.argv.slice(2);
const { loader, ...places }: ChildPlace = JSON.parse(place);
const load = async <Module>(module: string): Promise<Module> =>
  (await import(pathToFileURL(loader).href)).load(module);

const id = PEERS.find((one) => one === wanted);
if (id === undefined) throw new Error(`No tool is called ${wanted}`);
const peer = await loadPeer(id);
const at = { ...places, load };
let opened: Opened | undefined;

async function index(documentsFile: string): Promise<number> {
  mkdirSync(at.home, { recursive: true });
  const documents: readonly PeerDocument[] = JSON.parse(readFileSync(documentsFile, "utf8"));
  const startedMs = performance.now();
  await peer.index(at, documents);
  return performance.now() - startedMs;
}

/** Asks one query after the other. */
async function ask(queries: readonly string[], limit: number): Promise<readonly Timed[]> {
  opened ??= await peer.open(at);
  const answers: Timed[] = [];
  for (const query of queries) {
    const startedMs = performance.now();
    const paths = await opened.search(query, limit);
    answers.push({ paths, ms: performance.now() - startedMs });
  }
  return answers;
}

async function reply(step: Step): Promise<Replies[keyof Replies]> {
  if (step.kind === "version") return (await peer.version?.(at)) ?? "";
  if (step.kind === "index") return index(step.documents);
  return ask(step.queries, step.limit);
}

process.on("message", (step: Step) => {
  // What fails ends the process, with the reason on stderr.
  void reply(step).then((answer) => process.send?.(answer));
});
process.on("disconnect", () => void opened?.close());
