import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const LAUNCHER = fileURLToPath(new URL("../../../bin/recall.js", import.meta.url));
/** Between two looks at the screen, milliseconds. */
const LOOK_MS = 50;
/** A screen that never comes is told with what is there instead, milliseconds. */
const GIVE_UP_MS = 60_000;

/** Whether this machine can play a terminal. */
export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

/** A shell in a terminal of 80 columns and 24 rows. */
export interface PseudoTerminal {
  /** Runs a command line in an empty window, `recall` among its words, and says how it ended on the last line. */
  readonly start: (line: string) => void;
  readonly type: (text: string) => void;
  /** Keys by tmux's names: Enter, Down, C-c, Escape. */
  readonly press: (...keys: readonly string[]) => void;
  /** Sends a signal to what the shell runs now. */
  readonly signal: (name: NodeJS.Signals) => void;
  readonly resize: (columns: number, rows: number) => void;
  /** What can be seen now. */
  readonly screen: () => string;
  /** Waits until the screen shows it. Throws with the screen when it never does. */
  readonly until: (shown: RegExp | string) => Promise<string>;
  /** Waits until the command has ended with this exit code. */
  readonly ended: (code: number) => Promise<string>;
  /** Keeps a picture of the screen under a title, where pictures are wanted. */
  readonly keep: (title: string) => void;
}

export interface TerminalOptions {
  readonly cwd: string;
  /** Names the file of its pictures. */
  readonly name: string;
  readonly env?: Readonly<Record<string, string>>;
}

let opened = 0;

/** Where pictures go: `npm run transcripts` says so. */
const PICTURES = process.env.RECALL_TRANSCRIPTS;

function keeper(name: string): (title: string, screen: string) => void {
  if (PICTURES === undefined) return () => undefined;
  mkdirSync(PICTURES, { recursive: true });
  const file = join(PICTURES, `${name}.txt`);
  writeFileSync(file, "");
  return (title, screen) => writeFileSync(file, `=== ${title}\n${screen}\n`, { flag: "a" });
}

type Tmux = (...args: readonly string[]) => string;

/** Runs commands of a tmux of one's own. They throw what it says of a failure. */
function ownTmux(cwd: string): Tmux {
  opened += 1;
  const socket = `recall-test-${process.pid}-${opened}`;
  const env = { PATH: process.env.PATH, HOME: cwd, TERM: "xterm-256color", LANG: "C.UTF-8" };
  return (...args) => {
    const whole = ["-L", socket, "-f", "/dev/null", ...args];
    const { status, stdout, stderr } = spawnSync("tmux", whole, { encoding: "utf8", env });
    if (status !== 0) throw new Error(`tmux ${args.join(" ")}: ${stderr}`);
    return stdout;
  };
}

async function untilShown(screen: () => string, shown: RegExp | string): Promise<string> {
  const givesUpAt = performance.now() + GIVE_UP_MS;
  for (;;) {
    const now = screen();
    if (typeof shown === "string" ? now.includes(shown) : shown.test(now)) return now;
    if (performance.now() > givesUpAt) throw new Error(`${shown} was never shown, but:\n${now}`);
    await delay(LOOK_MS);
  }
}

/** Opens one with nothing of this machine's configuration; it is closed when the test ends. */
export function openTerminal({ cwd, name, env = {} }: TerminalOptions): PseudoTerminal {
  const tmux = ownTmux(cwd);
  const inShell = {
    PATH: process.env.PATH,
    HOME: cwd,
    XDG_CONFIG_HOME: join(cwd, ".user-config"),
    LANG: "C.UTF-8",
    PS1: "$ ",
    ...env,
  };
  const words = Object.entries(inShell).map(([key, value]) => `${key}=${value}`);
  const shell = ["env", "-i", "TERM=tmux-256color", ...words, "sh"];
  tmux("new-session", "-d", "-x", "80", "-y", "24", "-c", cwd, ...shell);
  onTestFinished(() => void tmux("kill-server"));
  const press = (...keys: readonly string[]) => void tmux("send-keys", ...keys);
  const type = (text: string) => void tmux("send-keys", "-l", text);
  const screen = () => tmux("capture-pane", "-p").trimEnd();
  const until = (shown: RegExp | string) => untilShown(screen, shown);
  const picture = keeper(name);
  let started = 0;
  type(`recall() { '${process.execPath}' '${LAUNCHER}' "$@"; }`);
  press("Enter");
  return {
    type,
    press,
    screen,
    until,
    start(line) {
      started += 1;
      // Nothing of what was there before may be taken for what comes.
      tmux("send-keys", "-R");
      type(`clear; ${line}; echo "end ${started}: exit $?"`);
      press("Enter");
    },
    signal(name) {
      const shellId = tmux("display-message", "-p", "#{pane_pid}").trim();
      const children = spawnSync("pgrep", ["-P", shellId], { encoding: "utf8" }).stdout.trim();
      for (const id of children.split("\n")) process.kill(Number(id), name);
    },
    resize: (columns, rows) => void tmux("resize-window", "-x", `${columns}`, "-y", `${rows}`),
    ended: (code) => until(new RegExp(`^end ${started}: exit ${code}$`, "m")),
    keep: (title) => picture(title, screen()),
  };
}
