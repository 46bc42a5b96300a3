import { readFileSync } from "node:fs";
import { SHOWN_EVIDENCE } from "../../src/database/fragments/entity-sql.ts";
import { chunkDocument } from "../../src/documents/chunkers/chunk-document.ts";
import { documentNames } from "../../src/names/document-names.ts";
import { slugOf } from "../../src/text/slug.ts";

/** A note of one sentence or a few lines, with what a careful reader finds in it. */
export interface LabelledSentence {
  readonly split: "tuned" | "held-out" | "fresh";
  readonly text: string;
  /** By type. `firm`: organisation or product, the sentence does not tell. `either`: neither wanted nor wrong. `given`: by hand. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly relations?: readonly (readonly [from: string, type: string, to: string])[];
}

export interface Found {
  readonly names: readonly { readonly name: string; readonly type: string }[];
  readonly relations: readonly string[];
}

const FIXTURE = new URL("./fixtures/names.jsonl", import.meta.url);

export const labelledSentences = (): readonly LabelledSentence[] =>
  readFileSync(FIXTURE, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LabelledSentence);

/** What the service finds in a sentence that is remembered, as far as the graph would show it from this sentence alone. */
export function serviceFinds({ text, names: { given = [] } }: LabelledSentence): Found {
  const { language, chunks, title } = chunkDocument({ path: "memory/note.md", text });
  const found = documentNames({
    path: "memory/note.md",
    title: title ?? null,
    language,
    kind: "memory",
    chunks: chunks.map(({ headings, text: chunk }, at) => ({ id: String(at), headings, text: chunk })),
    given,
  } as Parameters<typeof documentNames>[0]);
  return {
    names: found.flatMap(({ names }) =>
      names.filter(({ evidence, type }) => evidence >= SHOWN_EVIDENCE && type !== "key"),
    ),
    relations: found.flatMap(({ relations }) =>
      relations.map(({ from, type, to }) => `${from} ${type} ${to}`),
    ),
  };
}

export interface Share {
  readonly right: number;
  readonly of: number;
}

export interface Measured {
  readonly precision: Share;
  readonly recall: Share;
  readonly wrong: string[];
  readonly missed: string[];
}

const IS_LABEL = (type: string): boolean => type !== "either" && type !== "given";

/** Which labels a type of ours answers to. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  person: ["person"],
  place: ["place"],
  organisation: ["organisation", "firm"],
};

/** Precision and recall of one type, or of all names whatever their type. */
export function measureNames(
  sentences: readonly LabelledSentence[],
  finds: (sentence: LabelledSentence) => Found,
  type?: "person" | "place" | "organisation",
): Measured {
  const wrong: string[] = [];
  const missed: string[] = [];
  const sums = { right: 0, found: 0, hit: 0, wanted: 0 };
  for (const sentence of sentences) {
    const labels = Object.entries(sentence.names).flatMap(([of, names]) =>
      names.map((name) => ({ of, slug: slugOf(name), name })),
    );
    const titles = new Set(
      Array.from(sentence.text.matchAll(/^#+ (.+)$/gm), ([, title = ""]) => slugOf(title)),
    );
    const all = finds(sentence).names.map(({ name, type: of }) => ({ slug: slugOf(name), name, of }));
    const found = all.filter(({ of }) => type === undefined || of === type);
    const ignored = new Set(labels.filter(({ of }) => of === "either").map(({ slug }) => slug));
    const isRight = ({ slug }: { slug: string }) =>
      labels.some(
        (label) =>
          label.slug === slug &&
          (type === undefined ? IS_LABEL(label.of) : ANSWERS[type]?.includes(label.of)),
      );
    for (const one of found) {
      if (ignored.has(one.slug) || (!isRight(one) && titles.has(one.slug))) continue;
      sums.found += 1;
      if (isRight(one)) sums.right += 1;
      else wrong.push(`${one.name} (${one.of}): ${sentence.text}`);
    }
    for (const label of labels) {
      if (type === undefined ? !IS_LABEL(label.of) : label.of !== type) continue;
      sums.wanted += 1;
      if (found.some(({ slug }) => slug === label.slug)) sums.hit += 1;
      else missed.push(`${label.name}: ${sentence.text}`);
    }
  }
  return {
    precision: { right: sums.right, of: sums.found },
    recall: { right: sums.hit, of: sums.wanted },
    wrong,
    missed,
  };
}

/** Precision and recall of relations, each as "from type to" by slugs. */
export function measureRelations(
  sentences: readonly LabelledSentence[],
  finds: (sentence: LabelledSentence) => Found,
): Measured {
  const wrong: string[] = [];
  const missed: string[] = [];
  const sums = { right: 0, found: 0, wanted: 0 };
  for (const sentence of sentences) {
    const wanted = (sentence.relations ?? []).map(
      ([from, type, to]) => `${slugOf(from)} ${type} ${slugOf(to)}`,
    );
    const found = finds(sentence).relations;
    sums.wanted += wanted.length;
    sums.found += found.length;
    sums.right += found.filter((relation) => wanted.includes(relation)).length;
    wrong.push(
      ...found.filter((relation) => !wanted.includes(relation)).map((it) => `${it}: ${sentence.text}`),
    );
    missed.push(
      ...wanted.filter((relation) => !found.includes(relation)).map((it) => `${it}: ${sentence.text}`),
    );
  }
  return {
    precision: { right: sums.right, of: sums.found },
    recall: { right: sums.right, of: sums.wanted },
    wrong,
    missed,
  };
}
