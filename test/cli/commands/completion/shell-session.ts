import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import type { Shell } from "../../../../src/cli/commands/completion/completion.ts";

/** How a shell is started without anybody's settings, and made to know the script and to show what it would run. */
const SHELLS: Readonly<
  Record<
    Shell,
    { readonly command: string; readonly setUp: (script: string) => string; readonly enter: string }
  >
> = {
  bash: {
    command: "bash --norc --noprofile -i",
    setUp: (script) => `source '${script}'; recall() { local IFS='|'; echo "got"":$*."; }; echo rea''dy`,
    enter: "\n",
  },
  zsh: {
    command: "zsh -f -i",
    setUp: (script) =>
      `autoload -Uz compinit; compinit -u -D; source '${script}'; recall() { print -r -- "got"":\${(j:|:)@}." }; tab-enter() { zle complete-word; zle accept-line }; zle -N tab-enter; bindkey '^I' tab-enter; print rea''dy`,
    // A key that is pressed while zsh completes would end that.
    enter: "",
  },
  fish: {
    command: "fish --no-config -i",
    setUp: (script) =>
      `source '${script}'; function recall; echo got":"(string join '|' -- $argv).; end; echo rea''dy`,
    enter: "\n",
  },
};

/** Whether the shell, and `script` of util-linux that gives it a terminal, are on this machine. */
export const hasShell = (shell: Shell): boolean =>
  process.platform === "linux" &&
  [shell, "script"].every((command) => spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0);

/** All that a shell prints, and a wait for what it has yet to print. */
function reader(child: ChildProcessWithoutNullStreams) {
  let unread = "";
  let wake = (): void => undefined;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    unread += text;
    wake();
  });
  child.on("close", () => wake());
  /** The first match from here on; what is before it is read too. */
  return async (wanted: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = wanted.exec(unread);
      if (match !== null) {
        unread = unread.slice(match.index + match[0].length);
        return match;
      }
      if (child.exitCode !== null) throw new Error(`The shell ended: ${unread}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
}

/** Types each line into an interactive shell on a terminal, then TAB and Enter; answers the words that were run. */
export async function typeWithTab(
  shell: Shell,
  script: string,
  lines: readonly string[],
  /** Programs that the shell finds before all others. */
  programs: string,
): Promise<readonly (readonly string[])[]> {
  const { command, setUp, enter } = SHELLS[shell];
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    TERM: "xterm",
    COLUMNS: "200",
    LANG: "C.UTF-8",
    HOME: "/nonexistent",
  };
  const child = spawn("script", ["-qec", command, "/dev/null"], { env });
  const read = reader(child);
  try {
    child.stdin.write(`${setUp(script)}\n`);
    await read(/\bready\r?\n/);
    const run: (readonly string[])[] = [];
    for (const line of lines) {
      child.stdin.write(`${line}\t${enter}`);
      const [, words = ""] = await read(/\bgot:([^\r\n]*)\.\r?\n/);
      run.push(words.split("|"));
    }
    return run;
  } finally {
    child.kill("SIGKILL");
  }
}
