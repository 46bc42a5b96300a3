import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { localWorkspace } from "../../support/worlds/local-workspace.ts";

const CORPUS = new URL("../../quality/fixtures/languages/corpus.jsonl", import.meta.url);

interface Note {
  readonly _id: string;
  readonly title: string;
  readonly text: string;
}

const notes: readonly Note[] = readFileSync(CORPUS, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** Four of each language: as many files as fit into one upload. */
const some = notes.filter(({ _id }) => Number(_id.replace(/\D/g, "")) <= 4);
const files = Object.fromEntries([
  ...some.map(({ _id, title, text }) => [`${_id}.md`, `# ${title}\n\n${text}\n`]),
  ["en.md", "# Herons\n\nThey stand where the water is, and it is not known what they were waiting for.\n"],
]);

describe("function words alone, beside notes that hold them,", () => {
  const here = localWorkspace(files);

  it.each([
    ["English", "what is it and where are they"],
    ["German", "wo ist die und was für ein"],
    ["Dutch", "waar is het en wat voor een"],
    ["Swedish", "var är den och vad för en"],
    ["Finnish", "missä se on ja mikä se oli"],
    ["French", "où est-ce que c'est pour les"],
    ["Spanish", "dónde está la de los que"],
    ["Portuguese", "onde está o que é para os"],
    ["Italian", "dove sono le che per il"],
    ["Polish", "gdzie to jest i dlaczego się nie"],
    ["Turkish", "bu ne için ve nerede"],
    ["Russian", "для чего это и где"],
    ["Arabic", "اين هو من هذا"],
    ["Hebrew", "הוא לא את על עם"],
    ["Hindi", "यह क्या है और कहाँ"],
    ["Ukrainian", "що це і для чого воно"],
    ["Vietnamese", "cái này là gì và ở đâu"],
  ])("are answered with nothing_relevant in %s", async (_, query) => {
    const { outcome, hits } = (await here.client.search(here.token, query, { profile: "keyword" })).body;
    expect({ outcome, hits }).toEqual({ outcome: "nothing_relevant", hits: [] });
  });
});
