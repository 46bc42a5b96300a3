import { isCjk } from "../../text/words/cjk.ts";
import { isStopWord } from "../../text/words/stop-words.ts";

/*
 * A command that is taken for a question costs a search; a question that is taken for a command goes unanswered. So
 * whatever reads like prose ("git rebase or merge?", "make targets for the release") is no command.
 */

/** Programs whose first word says what to do, with those words, and how many plain words may follow them. */
const SUBCOMMANDS: Readonly<Record<string, string>> = {
  git: `status0 add1 commit0 push0 pull0 fetch0 stash0 log0 diff0 show0 branch0 checkout0 switch0 merge0 rebase0 reset0
    restore0 revert0 clone0 init0 remote0 tag0 bisect0 blame0 worktree0`,
  npm: "run1 test0 install1 i1 ci0 start0 publish0 audit0 outdated0 update0 uninstall1 init0 link0 ls0 exec1",
  pnpm: "run1 test0 install0 add1 dev0 build0 start0 lint0",
  yarn: "run1 test0 install0 add1 dev0 build0 start0 lint0",
  bun: "run1 test0 install0 add1 dev0 build0",
  docker: "ps0 images0 run1 build0 pull1 push0 logs0 exec1 stop0 start0 rm0 compose0 system0",
  podman: "ps0 images0 run1 build0 pull1 push0 logs0 exec1 stop0 start0 rm0 compose0",
  kubectl: "get1 describe1 apply0 delete1 logs0 exec0 rollout1 config0",
  cargo: "build0 test0 run0 check0 clippy0 fmt0 add1 update0 publish0",
  go: "build0 test0 run0 mod1 get0 vet0 fmt0 install0",
  pip: "install1 uninstall1 list0 freeze0 show1",
  pip3: "install1 uninstall1 list0 freeze0 show1",
  uv: "run1 sync0 add1 lock0",
  brew: "install1 uninstall1 update0 upgrade0 list0 doctor0",
  apt: "install1 update0 upgrade0 remove1 search1",
  "apt-get": "install1 update0 upgrade0 remove1",
  systemctl: "status1 start1 stop1 restart1 enable1 disable1",
  terraform: "init0 plan0 apply0 destroy0 fmt0 validate0",
  vitest: "run0 watch0 bench0",
  wrangler: "dev0 deploy0 login0 tail0 d10",
  gh: "pr0 issue0 run0 repo0 auth0",
  make: "all0 build0 test0 clean0 install0 lint0 check0 deploy0 dev0 run0 release0 format0 fmt0 docs0 dist0 help0",
};
/** Operands that are known words, and count for none. */
const KNOWN_OPERANDS = new Set(
  "main master develop dev origin upstream head up down build test lint clean install all pop list view create status".split(
    " ",
  ),
);

/** Programs that take names of files, and how many plain words may be such names. */
const FILE_PROGRAMS: Readonly<Record<string, number>> = {
  ...{ ls: 1, cd: 1, mkdir: 1, rmdir: 1, touch: 1, rm: 1, cp: 2, mv: 2, ln: 2, chmod: 1, chown: 1 },
  ...{ pwd: 0, whoami: 0, htop: 0, clear: 0, exit: 0, df: 0, du: 0, ps: 1 },
};
/** Programs that are also words, or take anything: a command only with a flag, a path or the like. */
const OTHER_PROGRAMS = new Set(
  `cat less more head tail grep rg find sed awk sort uniq wc diff tree stat file curl wget ping ssh scp rsync jq node
   python python3 deno ruby perl java bash sh zsh source vim vi nano code open which man kill killall top date echo
   export env tar zip unzip gzip xargs tee watch history time tsc jest pytest eslint biome prettier sqlite3 psql
   mysql redis-cli who test run`.split(/\s+/),
);
/** `./run.sh`, `../bin/recall`. */
const SCRIPT = /^\.{1,2}\//;
/** What may stand before a program. */
const PREFIXES = new Set(["sudo", "npx", "nohup", "$", ">"]);

const QUOTED = /"[^"]*"|'[^']*'/g;
/** Stands where something quoted stood: one argument that is no plain word. */
const QUOTE = '""';
const SEPARATOR = /&&|\|\||[|;\n]/;
const PROSE_END = /[,:;!?？؟]$/;
const CONTRACTION = /\p{L}['’]\p{L}/u;
const ASSIGNMENT = /^[A-Z_][A-Z0-9_]*=/;
const PLAIN = /^\p{L}+$/u;
const FLAG = /^-{1,2}[\p{L}\p{N}]/u;
const PATH = /\/|^[.~]|[*$<>=@]|\.[a-z]\w{0,4}$|^""$/i;
/** Plain words that a program which is also a word may have: with a flag (besides its value), in a pipe, alone. */
const MAX_PLAIN = { withFlag: 2, inPipe: 1, alone: 0 };
/** Longer texts are scripts or prose, and may be worth a search. */
const MAX_CHARS = 500;

/** Whether a text is one or more shell commands and nothing else. */
export function isShellCommand(text: string): boolean {
  if (text.length > MAX_CHARS) return false;
  const bare = text.trim().replace(/^`+|`+$/g, "");
  if (isCjk(bare) || CONTRACTION.test(bare) || PROSE_END.test(bare)) return false;
  const commands = bare.replace(QUOTED, QUOTE).split(SEPARATOR);
  const maxPlain = commands.length > 1 ? MAX_PLAIN.inPipe : MAX_PLAIN.alone;
  return commands.every((command) => isCommand(command, maxPlain));
}

function isCommand(command: string, maxPlain: number): boolean {
  const words = command.trim().split(/\s+/);
  const start = words.findIndex((word) => !PREFIXES.has(word) && !ASSIGNMENT.test(word));
  if (start === -1) return false;
  const program = words[start]?.toLowerCase() ?? "";
  const operands = words.slice(start + 1);
  if (operands.some((word) => PROSE_END.test(word) || isStopWord(word.toLowerCase(), "english")))
    return false;
  const subcommands = SUBCOMMANDS[program];
  if (subcommands !== undefined) return fitsSubcommand(subcommands, operands);
  const files = FILE_PROGRAMS[program];
  if (files !== undefined) return plainOperands(operands) <= files;
  return (OTHER_PROGRAMS.has(program) || SCRIPT.test(program)) && looksTyped(operands, maxPlain);
}

/** Plain words that are neither a flag's value nor known operands. */
const plainOperands = (operands: readonly string[]): number =>
  operands.filter((word, index) => isPlain(word) && !FLAG.test(operands[index - 1] ?? "")).length;

const isPlain = (word: string) => PLAIN.test(word) && !KNOWN_OPERANDS.has(word.toLowerCase());

function fitsSubcommand(subcommands: string, operands: readonly string[]): boolean {
  const first = operands.findIndex((word) => !FLAG.test(word));
  if (first === -1) return true;
  const name = operands[first]?.toLowerCase() ?? "";
  const limit = subcommands.split(/\s+/).find((entry) => entry.slice(0, -1) === name);
  return limit !== undefined && plainOperands(operands.slice(first + 1)) <= Number(limit.at(-1));
}

function looksTyped(operands: readonly string[], maxPlain: number): boolean {
  if (operands.length === 0) return true;
  const plain = plainOperands(operands);
  if (operands.some((word) => FLAG.test(word))) return plain <= MAX_PLAIN.withFlag;
  return plain <= maxPlain && (plain > 0 || operands.some((word) => PATH.test(word)));
}
