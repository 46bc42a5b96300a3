import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { Argument, Command, Option } from "commander";
import { expect, it } from "vitest";
import { completionScript } from "../../../../src/cli/commands/completion/completion.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

function program(): Command {
  const recall = new Command("recall").option("--json", "JSON");
  recall
    .command("put <folder> [file...]")
    .option("-n, --limit <n>", "most")
    .addOption(new Option("--kind <kind>", "kind").choices(["alpha", "beta"]));
  const list = recall.command("list");
  list.command("see");
  list.command("go").addArgument(new Argument("<way>").choices(["up", "down"]));
  return recall;
}

/** Words of a line as bash has them, and what is offered for the last one. */
const OFFERED: readonly (readonly [line: string, offered: string])[] = [
  ["recall l", "list"],
  ["recall put in", "inner"],
  ["recall put no", ""],
  ["recall put -h no", ""],
  ["recall put inner notes.md no", "notes.md"],
  ["recall put --k", "--kind"],
  ["recall put --kind ", "alpha beta"],
  ["recall put --kind = b", "beta"],
  ["recall put --kind =", "alpha beta"],
  ["recall put --limit ", ""],
  ["recall put --limit = 3 inn", "inner"],
  ["recall put --limit 3 inn", "inner"],
  ["recall --json list ", "see go"],
  ["recall list go ", "up down"],
  ["recall list go u", "up"],
  ["recall list go up ", ""],
  ["recall list see -", "--json -h --help"],
];

it.skipIf(process.platform === "win32")("has bash offer what may stand at the end of a line", () => {
  const folder = temporaryFolder({
    script: completionScript("bash", program()),
  });
  const asked = OFFERED.map(([line]) => {
    const words = line.split(" ").map((word) => `'${word}'`);
    return `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _recall; echo "\${COMPREPLY[*]}"`;
  });
  const script = join(folder, "script");
  const cwd = temporaryFolder({ "inner/x": "", "notes.md": "" });
  const printed = execFileSync("bash", ["--norc", "-c", `source '${script}'\n${asked.join("\n")}`], { cwd });
  expect(printed.toString().trimEnd().split("\n")).toEqual(OFFERED.map(([, offered]) => offered));
});
