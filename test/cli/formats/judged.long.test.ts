import { expect, it } from "vitest";
import { readAnchor, writeAnchor } from "../../../src/text/places/anchors.ts";
import { serveWith } from "../local/serve-while.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";
import { judgedDocuments } from "./judged/documents.ts";
import { QUESTIONS } from "./judged/questions.ts";

const FIRST = 5;
const LEAST_SHARE = 0.9;

interface Hit {
  readonly path: string;
  readonly citation: string;
  readonly headings: readonly string[];
}

/** Whether a hit is in the part: by the fragment of its citation, or under the heading of a format without pages. */
const isIn = ({ path, citation, headings }: Hit, [, document, part]: readonly string[]): boolean =>
  path === document &&
  (readAnchor(part ?? "") === undefined
    ? headings.includes(part ?? "")
    : citation.includes(`#${part},`) || citation.endsWith(`#${part}`));

it("finds the right page among the first five for nine of ten questions over 30 documents in eight formats", async () => {
  const folder = temporaryFolder();
  const documents = judgedDocuments();
  for (const [name, bytes] of Object.entries(documents)) writeInto(folder, `papers/${name}`, bytes);
  const places: (number | undefined)[] = [];
  const env = { RECALL_HOME: `${folder}/home`, NO_COLOR: "1" };
  await serveWith([], {
    folder,
    env,
    work: async () => {
      const run = (...args: readonly string[]) => runCli([...args, "--json"], { cwd: folder, env });
      const report = JSON.parse((await run("push", "papers")).stdout);
      expect(report).toMatchObject({ uploaded: Object.keys(documents).length, failed: [] });
      for (const question of QUESTIONS) {
        const { stdout } = await run("search", question[0], "--limit", String(FIRST));
        const at = (JSON.parse(stdout).hits as readonly Hit[]).findIndex((hit) => isIn(hit, question));
        places.push(at < 0 ? undefined : at + 1);
      }
    },
  });
  const found = places.filter((place) => place !== undefined);
  const missed = QUESTIONS.filter((_, at) => places[at] === undefined).map(([question]) => question);
  const firsts = found.filter((place) => place === 1).length;
  process.stdout.write(
    `judged documents: ${found.length} of ${QUESTIONS.length} in the first ${FIRST}, ${firsts} first; missed: ${missed.join("; ")}\n`,
  );
  expect(found.length / QUESTIONS.length).toBeGreaterThanOrEqual(LEAST_SHARE);
});

it("judges 60 questions over 30 documents, two each, whose parts are written as citations write them", () => {
  const names = Object.keys(judgedDocuments());
  expect(names).toHaveLength(30);
  expect(QUESTIONS.map(([, path]) => path).toSorted()).toEqual([...names, ...names].toSorted());
  for (const [, , part] of QUESTIONS) {
    const anchor = readAnchor(part);
    if (anchor !== undefined) expect(writeAnchor(anchor)).toBe(part);
  }
});
