/**
 * `node scripts/with-dependencies.js <entry.ts> [arguments]`: installs what package-lock.json names when it is not there,
 * then runs the entry under the Node that the lock pins. Plain JavaScript on purpose: it must run on an older Node with
 * nothing installed. It writes to stderr only, so that the entry's stdout stays clean. bin/recall.js imports it, so that
 * one process less stands between a caller and the program.
 */
import { spawn } from "node:child_process";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { constants } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const root = resolve(import.meta.dirname, "..");
const bin = join(root, "node_modules", ".bin");
const isWindows = process.platform === "win32";
const lockFile = join(root, ".recall", "install.lock");

/** A waiting process looks again this often, milliseconds. */
const POLL_MS = 200;
/** The holder renews its lock this often; a lock not renewed for much longer belongs to nobody, milliseconds. */
const RENEW_MS = 2_000;
const STALE_MS = 60_000;
/** How often the parent is looked for, which may be npm's shell, milliseconds. */
const PARENT_POLL_MS = 300;
/** Exit code of a process ended by a signal: 128 plus its number, as shells report it. */
const SIGNAL_BASE = 128;

const say = (line) => process.stderr.write(`${line}\n`);

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** npm writes node_modules/.package-lock.json last, so what it lists was installed whole. */
function isInstalled() {
  const wanted = readJson(join(root, "package-lock.json"))?.packages;
  const present = readJson(join(root, "node_modules", ".package-lock.json"))?.packages;
  if (!wanted) throw new Error("package-lock.json is missing or broken");
  if (!present || !existsSync(join(bin, isWindows ? "node.cmd" : "node"))) return false;
  const isSame = ([at, { version }]) => present[at]?.version === version;
  const isNeeded = ([at, entry]) => at !== "" && !entry.optional && !entry.link;
  const isHere = ({ os }) => !os || os.includes(process.platform);
  return (
    Object.entries(wanted).filter(isNeeded).every(isSame) &&
    Object.entries(present).every(([at, entry]) => wanted[at]?.version === entry.version && isHere(entry))
  );
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Takes the lock when it is free; a link appears whole or not at all, unlike a file being written. */
function tryLock() {
  const draft = `${lockFile}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, lockFile);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a lock whose holder died. Renamed first: of two that try, one gets it, and can see what it got. */
function removeDeadLock() {
  const taken = `${lockFile}.dead.${process.pid}`;
  try {
    const holder = Number(readFileSync(lockFile, "utf8"));
    const isFresh = Date.now() - statSync(lockFile).mtimeMs < STALE_MS;
    if (isAlive(holder) && isFresh) return;
    renameSync(lockFile, taken);
    if (Number(readFileSync(taken, "utf8")) !== holder) linkSync(taken, lockFile);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  } finally {
    rmSync(taken, { force: true });
  }
}

async function lock() {
  mkdirSync(join(root, ".recall"), { recursive: true, mode: 0o700 });
  let hasSaid = false;
  while (!tryLock()) {
    removeDeadLock();
    if (!hasSaid && existsSync(lockFile)) {
      hasSaid = true;
      say("Another process is installing the dependencies; waiting for it.");
    }
    await sleep(POLL_MS);
  }
  const timer = setInterval(
    () => existsSync(lockFile) && utimesSync(lockFile, new Date(), new Date()),
    RENEW_MS,
  );
  return () => {
    clearInterval(timer);
    rmSync(lockFile, { force: true });
  };
}

/**
 * Waits for a child and passes SIGTERM and SIGHUP on. A terminal sends Ctrl-C to every process in it, so there the child
 * has it already; it is passed on only where no terminal did. npm runs scripts in a shell that does not pass signals on,
 * and dies of them: that the shell is gone is then the request to end. The code of a child that a signal ended is 128
 * plus the signal's number.
 */
async function settle(child) {
  let isAsked = false;
  const forward = (signal) => {
    isAsked = true;
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, forward);
  const parent = process.ppid;
  const watchParent = () => process.env.npm_lifecycle_event && process.ppid !== parent && forward("SIGTERM");
  const timer = setInterval(watchParent, PARENT_POLL_MS);
  try {
    const code = await new Promise((done, fail) => {
      child.on("error", fail);
      child.on("close", (status, signal) => done(status ?? SIGNAL_BASE + (constants.signals[signal] ?? 0)));
    });
    return { code, isAsked };
  } finally {
    clearInterval(timer);
    for (const signal of signals) process.off(signal, forward);
  }
}

/** `npm ci`, silent unless it fails; level "error" leaves out warnings about an older Node that do not matter here. */
async function install() {
  const startedMs = Date.now();
  say("Installing the dependencies that package-lock.json names (npm ci), once …");
  const flags = ["ci", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  // Its script fetches binaries for graphics cards, which nothing here uses.
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: "skip" };
  const child = spawn("npm", flags, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"], shell: isWindows });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const { code, isAsked } = await settle(child);
  if (isAsked) {
    say("Stopped; the next start installs again.");
    process.exit(SIGNAL_BASE + constants.signals.SIGINT);
  }
  if (code === 0) return say(`Installed in ${((Date.now() - startedMs) / 1000).toFixed(1)} s.`);
  say(`${output.trim()}\nnpm ci failed (exit ${code}); its output is above.`);
  process.exit(code);
}

/** A linked node_modules belongs to another folder, whose packages `npm ci` would delete. */
const isLinked = () =>
  lstatSync(join(root, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink() === true;

async function ensureInstalled() {
  if (isLinked() || isInstalled()) return;
  const unlock = await lock();
  process.on("exit", unlock);
  if (!isInstalled()) await install();
  process.off("exit", unlock);
  unlock();
}

/** Runs an entry with the dependencies installed, under the lock's own Node. Answers its exit code. */
export async function runEntry(entry, parameters) {
  await ensureInstalled();
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` };
  const child = spawn(join(bin, "node"), [resolve(root, entry), ...parameters], {
    stdio: "inherit",
    env,
    shell: isWindows,
  });
  return (await settle(child)).code;
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const [entry, ...parameters] = process.argv.slice(2);
  if (!entry) {
    say("usage: node scripts/with-dependencies.js <entry.ts> [arguments]");
    process.exit(2);
  }
  process.exitCode = await runEntry(entry, parameters);
}
