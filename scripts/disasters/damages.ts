import {
  closeSync,
  cpSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { copyOf, lookAt, newOracle, type Oracle } from "./oracle.ts";
import { type Ledger, type Lot, newLedger, note, type Report, reportOf } from "./room.ts";
import { recall, serving, startIn } from "./server.ts";
import { type Random, WRITES } from "./writes.ts";

const PAGE_BYTES = 4_096;
const MAX_PAGES = 12;
const WRITES_BEFORE = 30;

/** Brings what the write-ahead log holds into the file, where it can be damaged. */
function checkpoint(file: string): void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
}

/** Overwrites some pages of a file with noise; the first page is spared, without which nothing can be read. */
function overwritePages(file: string, random: Random): void {
  const pages = Math.floor(statSync(file).size / PAGE_BYTES);
  const handle = openSync(file, "r+");
  for (let left = 1 + random(MAX_PAGES); left > 0 && pages > 1; left--) {
    const noise = Buffer.from(Array.from({ length: PAGE_BYTES }, () => random(256)));
    writeSync(handle, noise, 0, PAGE_BYTES, (1 + random(pages - 1)) * PAGE_BYTES);
  }
  closeSync(handle);
}

const cut = (file: string, random: Random): void => truncateSync(file, random(statSync(file).size));

/** What a disk or a power cut does to the two files of a database, and whether the file itself is hurt by it. */
const DAMAGES = {
  pages: (file: string, random: Random) => {
    checkpoint(file);
    overwritePages(file, random);
  },
  "cut file": (file: string, random: Random) => {
    checkpoint(file);
    cut(file, random);
  },
  "pages of the log": (file: string, random: Random) => overwritePages(`${file}-wal`, random),
  "cut log": (file: string, random: Random) => cut(`${file}-wal`, random),
  "lost log": (file: string) => rmSync(`${file}-wal`),
} as const;
type DamageName = keyof typeof DAMAGES;
const NAMES = Object.keys(DAMAGES) as DamageName[];
/** Half of the damages are to pages of the file. */
const nameOf = (at: number): DamageName =>
  at % 2 === 0 ? "pages" : (NAMES[1 + (((at - 1) / 2) % (NAMES.length - 1))] ?? "pages");
/** A log that lost its end leaves an older state, whole in itself: nothing in the file can tell. */
const leavesOlderState = (name: DamageName): boolean => name.endsWith("log");

function databaseIn(home: string): string {
  const state = join(home, "state");
  const [file] = readdirSync(state, { recursive: true, encoding: "utf8" }).filter((path) =>
    /D1DatabaseObject.[0-9a-f]{64}\.sqlite$/.test(path),
  );
  if (file === undefined) throw new Error(`${state} holds no database`);
  return join(state, file);
}

/** A home with texts, memories and a backup of them, whose server was killed: its log is not yet in its file. */
async function makeHome(
  home: string,
  kept: string,
  { oracle, random }: { oracle: Oracle; random: Random },
): Promise<void> {
  const server = await serving(home);
  const client = await server.client();
  for (let at = 0; at < WRITES_BEFORE; at++) {
    const name = (["push", "import", "remember"] as const)[at % 3] ?? "push";
    const end = await WRITES[name](client, oracle, random);
    if (end !== "ok") throw new Error(`${name}: ${end}`);
  }
  const { code, stderr } = await recall(home, "backup");
  if (code !== 0) throw new Error(stderr);
  const next = await server.kill("both");
  cpSync(home, kept, { recursive: true, filter: (path) => !path.endsWith("socket") });
  await next.stop();
}

/** Everything that doctor and a refused start say: it must name the damage, and what to type. */
const NAMED = /recall restore|recall doctor --repair|recall push/;

/** Reads all that can be read of a damaged home. Answers whether something of it is lost. */
async function readOn(
  home: string,
  { oracle, name, ledger }: { oracle: Oracle; name: DamageName; ledger: Ledger },
): Promise<boolean> {
  const server = await startIn(home);
  if ("refused" in server) {
    note(ledger, "starts refused, with what to do");
    if (!/recall restore/.test(server.refused.replace(/\s+/g, " ")))
      ledger.problems.push(`${name}: a start said: ${server.refused}`);
    return true;
  }
  try {
    const { looked, problems, unreadable } = await lookAt(oracle, await server.client());
    ledger.looked += looked;
    note(ledger, "texts read in spite of damage", looked - problems.length - unreadable.length);
    note(ledger, "texts lost", problems.length + unreadable.length);
    const { code, stdout, stderr } = await recall(home, "doctor", "--full");
    const isNamed = code !== 0 && NAMED.test(stdout + stderr);
    if (code !== 0) note(ledger, "damages named by doctor");
    const partial = problems.filter((problem) => !problem.endsWith("is gone"));
    const mustBeNamed = leavesOlderState(name) ? [...partial, ...unreadable] : [...problems, ...unreadable];
    if (mustBeNamed.length > 0 && !isNamed)
      ledger.problems.push(`${name}: doctor does not name ${mustBeNamed.slice(0, 3)}: ${stdout}${stderr}`);
    if (code !== 0 && !isNamed)
      ledger.problems.push(`${name}: doctor does not say what to do: ${stdout}${stderr}`);
    return code !== 0 || problems.length + unreadable.length > 0;
  } finally {
    await server.stop();
  }
}

/** Does what the messages say: the state is moved away, and the backup restored. Then everything is there again. */
async function bringBack(
  home: string,
  { oracle, name, ledger }: { oracle: Oracle; name: DamageName; ledger: Ledger },
): Promise<void> {
  renameSync(join(home, "state"), join(home, "state.damaged"));
  const server = await serving(home);
  try {
    const { code, stdout, stderr } = await recall(home, "restore");
    if (code !== 0) ledger.problems.push(`${name}: recall restore: ${stdout}${stderr}`);
    const { looked, problems, unreadable } = await lookAt(oracle, await server.client());
    ledger.looked += looked;
    ledger.problems.push(...problems, ...unreadable);
    note(ledger, "restored whole");
  } finally {
    await server.stop();
  }
}

/** Damages the database's files of a home that has a backup: what is lost is named, and comes back. */
export async function damages({ folder, count, random, tell }: Lot): Promise<Report> {
  const [oracle, ledger] = [newOracle(), newLedger(tell)];
  // A home that was moved is not known any more: each damage is done in its own place.
  const [home, kept] = [join(folder, "home"), join(folder, "kept")];
  await makeHome(home, kept, { oracle, random });
  for (let at = 0; at < count; at++) {
    const name = nameOf(at);
    rmSync(home, { recursive: true });
    cpSync(kept, home, { recursive: true });
    tell(`${at + 1} of ${count}: ${name}, ${ledger.problems.length} problems so far`);
    DAMAGES[name](databaseIn(home), random);
    note(ledger, `of ${name}`);
    const known = copyOf(oracle);
    if (await readOn(home, { oracle: known, name, ledger }))
      await bringBack(home, { oracle: copyOf(oracle), name, ledger });
  }
  return reportOf("damages", count, oracle, ledger);
}
