import type { SearchAnswer } from "../../../search/contract/search.ts";
import { Icon } from "../../components/icon.tsx";
import { strings } from "../../strings.ts";

const words = strings.search.notes;

/** What an answer says of itself: what it lacks, and what was done to the query. */
export function notesOf({ degraded, index, fallback, use }: SearchAnswer): {
  readonly losses: readonly string[];
  readonly remarks: readonly string[];
} {
  const losses = degraded.map((code) => words.degraded[code]);
  const remarks = [
    ...(fallback === undefined ? [] : [words.fallback[fallback]]),
    ...use.repaired.map(({ from, to }) => words.repaired(from, to)),
    ...(index.pendingChunks > 0 ? [words.pending(index.pendingChunks)] : []),
    ...(index.failedDocuments > 0 ? [words.failed(index.failedDocuments)] : []),
  ];
  return { losses, remarks };
}

/** The notes above the results. */
export const AnswerNotes = ({ answer }: { readonly answer: SearchAnswer }) => {
  const { losses, remarks } = notesOf(answer);
  return (
    <>
      {losses.length === 0 ? null : (
        <div class="banner banner-warning">
          <Icon name="warning" />
          <div>
            <strong>{words.title}</strong>
            {losses.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </div>
      )}
      {remarks.map((text) => (
        <p key={text} class="remark">
          {text}
        </p>
      ))}
    </>
  );
};
