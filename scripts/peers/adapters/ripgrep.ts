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
const run = promisify(execFile);
const program = async ({ load }: Pick<Place, "load">): Promise<string> =>
  (await load<Module>(PACKAGE)).rgPath;

/** Files by how many of the words they have, then by their matches, then by path. */
function rank(lines: readonly string[]): readonly string[] {
  const files = new Map<string, { readonly words: Set<string>; matches: number }>();
  for (const line of lines) {
    const [file = "", match = ""] = line.split("\0");
    const found = files.get(file) ?? { words: new Set(), matches: 0 };
    found.words.add(match.toLowerCase());
    found.matches += 1;
    files.set(file, found);
  }
  return [...files]
    .sort(
      ([a, one], [b, other]) =>
        other.words.size - one.words.size || other.matches - one.matches || (a < b ? -1 : 1),
    )
    .map(([file]) => file);
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
    const flags = ["-i", "-o", "-I", "-F", "--with-filename", "--null", "--no-line-number", "--no-ignore"];
    return {
      search: async (query, limit) => {
        const words = [...new Set(contentWords(query))].flatMap((word) => ["-e", word]);
        if (words.length === 0) return [];
        const options = { maxBuffer: MAX_OUTPUT_BYTES };
        const { stdout } = await run(file, [...flags, ...words, place.folder], options).catch((error) => {
          if (error.code === NOTHING) return { stdout: "" };
          throw error;
        });
        const found = rank(stdout.split("\n").filter((line) => line !== ""));
        return found.slice(0, limit).map((path) => relative(place.folder, path).replaceAll(sep, "/"));
      },
      close: async () => undefined,
    };
  },
};
