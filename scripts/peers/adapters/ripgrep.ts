import { execFile, execFileSync } from "node:child_process";
import { relative, sep } from "node:path";
import { promisify } from "node:util";
import { contentWords } from "../../../src/text/words/content-words.ts";
import type { Peer, Place } from "../peer.ts";

interface Module {
  readonly rgPath: string;
}

const PACKAGE = "@vscode/ripgrep";
const MAX_OUTPUT_BYTES = 1 << 30;
/** ripgrep's exit code where nothing matches. */
const NOTHING = 1;
const FLAGS = ["-i", "-o", "-I", "-F", "--with-filename", "--null", "--no-line-number", "--no-ignore"];
const run = promisify(execFile);
const program = async ({ load }: Pick<Place, "load">): Promise<string> =>
  (await load<Module>(PACKAGE)).rgPath;

/** Files by how many of the words they have, then by their matches, then by path. */
function rank(lines: readonly string[]): readonly string[] {
  const files = new Map<string, string[]>();
  for (const line of lines) {
    const [file = "", match = ""] = line.split("\0");
    const found = files.get(file) ?? [];
    found.push(match.toLowerCase());
    files.set(file, found);
  }
  const ranked = [...files].map(([file, found]) => ({ file, words: new Set(found).size, all: found.length }));
  ranked.sort((a, b) => b.words - a.words || b.all - a.all || (a.file < b.file ? -1 : 1));
  return ranked.map(({ file }) => file);
}

/** What an agent with a shell would write: the words of the question that say something, any of them, in any case. */
export const peer: Peer = {
  name: "ripgrep",
  packages: [`${PACKAGE}@1.18.0`],
  settings: "content words joined by |, -i; files by distinct words, then matches",
  version: async (place) =>
    execFileSync(await program(place), ["--version"], { encoding: "utf8" }).split(/\s/)[1] ?? "",
  // There is nothing to index.
  index: async () => undefined,
  open: async (place) => {
    const file = await program(place);
    return {
      search: async (query, limit) => {
        const words = [...new Set(contentWords(query))].flatMap((word) => ["-e", word]);
        if (words.length === 0) return [];
        const options = { maxBuffer: MAX_OUTPUT_BYTES };
        const found = await run(file, [...FLAGS, ...words, place.folder], options).catch((error) => {
          if (error.code === NOTHING) return { stdout: "" };
          throw error;
        });
        const files = rank(found.stdout.split("\n").filter((line) => line !== ""));
        return files.slice(0, limit).map((path) => relative(place.folder, path).replaceAll(sep, "/"));
      },
      close: async () => undefined,
    };
  },
};
