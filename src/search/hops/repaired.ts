import { stem } from "../../text/words/stem.ts";
import type { SearchState } from "../arms/arm.ts";
import { HELD_TERMS, type HeldTerm, heldTermsRead } from "../arms/keyword/held-terms.ts";
import { keyword } from "../arms/keyword/keyword.ts";
import { TYPED_FREQUENCY, vocabularyName } from "../arms/keyword/vocabulary.ts";
import type { KnownQuery } from "../query/analyse.ts";
import { known } from "../query/language-forms.ts";
import { type Correction, type RepairedQuery, repairQuery, unrepaired, withHeld } from "../query/repair.ts";
import type { ChunkRow } from "../sql/chunk-rows.ts";
import { realWord } from "../views/real-word.ts";
import type { SearchDeps } from "./deps.ts";
import type { Answers, DatabaseRead } from "./reads.ts";

/** What a search knows after its first hop. */
type Known = Pick<SearchState, "plan" | "workspace" | "answers">;

/** The query, with what its unknown words may stand for as far as the isolate remembers the vocabulary; as it is where no word is searched. */
export function repairOf({ memory }: SearchDeps, state: Known): RepairedQuery {
  const { plan, workspace } = state;
  const asked = known(plan.query, statisticsOf(state));
  // Whether a word is known is a question to the whole workspace.
  if (!keyword.isOn(plan) || plan.confines !== undefined) return unrepaired(asked);
  return repairQuery(asked, (letter) => memory.vocabulary(workspace.num, workspace.version, letter));
}

/** A word that is still being typed is as frequent as all that begin like it. */
function statisticsOf({ plan, workspace, answers }: Known): KnownQuery["statistics"] {
  const { query, confines } = plan;
  const { chunks, frequencies } = workspace;
  // The beginning is counted in the whole vocabulary.
  const begun = confines === undefined ? (answers.of(TYPED_FREQUENCY) ?? 0) : 0;
  if (query.typed === undefined || begun === 0) return { chunkCount: chunks, chunkFrequency: frequencies };
  const frequency = new Map(frequencies).set(stem(query.typed), Math.min(begun, chunks));
  return { chunkCount: chunks, chunkFrequency: frequency };
}

/** Keeps what a hop has read of the vocabulary. */
export function rememberVocabulary(
  { memory }: SearchDeps,
  { workspace: { num, version } }: Known,
  { lacking, answers }: { readonly lacking: readonly string[]; readonly answers: Answers },
): void {
  for (const letter of lacking)
    memory.keepVocabulary(num, version, letter, answers.of(vocabularyName(letter)) ?? []);
}

/** Which near terms the searched texts hold is asked as soon as these are known, beside the repaired question. */
export const heldRead = ({ plan, repaired, answers }: SearchState): readonly DatabaseRead[] =>
  answers.of(HELD_TERMS) === undefined ? heldTermsRead(plan, repaired.unknown) : [];

/** The repaired query, once it is known which terms the searched texts hold. */
export function settled(repaired: RepairedQuery, answers: Answers): RepairedQuery {
  const held = answers.of(HELD_TERMS);
  return held === undefined || repaired.unknown.length === 0
    ? repaired
    : withHeld(repaired, held.flatMap(corrected));
}

function corrected({ word: from, term, path, headings, text }: HeldTerm): Correction[] {
  const to = realWord({ from, stem: term }, [text, (JSON.parse(headings) as string[]).join("\n"), path]);
  return to === undefined ? [] : [{ from, to, stem: term }];
}

/** The same with each repaired word in that form which is most like the typed one among those of the passages found. */
export function inRealWords(repaired: RepairedQuery, rows: Iterable<ChunkRow>): RepairedQuery {
  if (repaired.repairs.length === 0) return repaired;
  const texts = Array.from(rows, ({ text, headings }) => [text, ...headings].join("\n"));
  const repairs = repaired.repairs.map((one) => ({
    ...one,
    to: realWord(one, [one.to, ...texts]) ?? one.to,
  }));
  return { ...repaired, repairs };
}
