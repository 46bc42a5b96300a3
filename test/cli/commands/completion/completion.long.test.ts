import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { completionScript, type Shell } from "../../../../src/cli/commands/completion/completion.ts";
import { wholeProgram } from "../../../../src/cli/program.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { hasShell, typeWithTab } from "./shell-session.ts";

/** In CI every shell is there: a missing one fails. */
function isThere(shell: Shell): boolean {
  if (process.env.CI || hasShell(shell)) return true;
  console.warn(`Completion is not tested in ${shell}: it, or script of util-linux, is not on this machine`);
  return false;
}

/** Stands for the program, as the scripts call it: with what is typed, without quotes. */
const NAMES = `#!/bin/sh
test "$1 $2 $4" = "completion names --" || exit 1
case "$3 $5" in
  "roots no") echo notes ;;
  "documents guides/ke") echo guides/keys.md ;;
  "documents on") echo "on call.md" ;;
  "entities kes") echo kestrel-labs ;;
esac
`;

/** Completes lines in a shell; each begins a word that only one thing can end. */
async function completes(shell: Shell): Promise<void> {
  const folder = temporaryFolder({
    completion: completionScript(shell, await wholeProgram()),
    "guides/a.md": "",
    "bin/recall": NAMES,
    "questions.jsonl": "",
  });
  const cases: readonly (readonly [string, string])[] = [
    ["recall pu", "push"],
    ["recall search --prof", "search --profile"],
    ["recall search --format m", "search --format md"],
    ["recall search --profile=ed", "search --profile=edge"],
    ["recall search -n 3 --root x --ki", "search -n 3 --root x --kind"],
    ["recall token cr", "token create"],
    ["recall token create --scope w", "token create --scope write"],
    ["recall --at work sta", "--at work status"],
    ["recall memories --sta", "memories --state"],
    ["recall graph memories of", "graph memories off"],
    ["recall feedback 3f9a21bc 1 d", "feedback 3f9a21bc 1 down"],
    ["recall help unr", "help unr"],
    ["recall help remem", "help remember"],
    ["recall completion f", "completion fish"],
    [`recall eval --questions ${folder}/que`, `eval --questions ${join(folder, "questions.jsonl")}`],
    [`recall push ${folder}/gui`, `push ${join(folder, "guides")}`],
    ["recall get guides/ke", "get guides/keys.md"],
    ["recall get on", "get on call.md"],
    ["recall search --root no", "search --root notes"],
    ["recall search --root=no", "search --root=notes"],
    ["recall delete no", "delete notes"],
    ["recall graph entity kes", "graph entity kestrel-labs"],
    // A value that looks like a command is none.
    ["recall search --root token --lang", "search --root token --language"],
  ];
  await chmod(join(folder, "bin/recall"), 0o755);
  const typed = await typeWithTab(
    shell,
    join(folder, "completion"),
    cases.map(([line]) => line),
    join(folder, "bin"),
  );
  expect(typed.map((words) => words.map((word) => word.replace(/\/$/, "")).join(" "))).toEqual(
    cases.map(([, expected]) => expected),
  );
}

it.runIf(isThere("bash"))("completes as typed into bash", () => completes("bash"));
it.runIf(isThere("zsh"))("completes as typed into zsh", () => completes("zsh"));
it.runIf(isThere("fish"))("completes as typed into fish", () => completes("fish"));
