import { useMemo } from "preact/hooks";
import type { Hit } from "../../../search/contract/hits.ts";
import { matchedTerms } from "../../preview/matched-terms.ts";
import { type Page, PageContext } from "../../state/page.ts";
import { addressOf, type Target, writeTarget } from "../../state/place.ts";
import { useLater, useWide } from "../../state/use-window.ts";
import { targetOf } from "./results/passage.tsx";
import { useParts } from "./use-parts.ts";

/** The document beside the results waits until the selection rests, milliseconds: nothing of it is loaded or drawn for every key. */
const BESIDE_MS = 120;

/** A document, the words that are marked in it, and the place that its links start from. */
interface Shown {
  readonly target: Target;
  /** Of a memory that a search found: by its words, which its target has not. */
  readonly citation: string | undefined;
  readonly terms: readonly string[];
  readonly page: Page;
}

const keyOf = (shown: Shown | undefined): string =>
  shown === undefined
    ? ""
    : [writeTarget(shown.target), addressOf(shown.page.place), ...shown.terms].join("\n");

/** What stands beside the results: the opened document, or on a wide screen the selected result's. */
export function useBeside(page: Page, opened: Target | undefined, hit: Hit | undefined): Shown | undefined {
  const isWide = useWide();
  const target = opened ?? (isWide && hit ? targetOf(hit) : undefined);
  const isFound = target && hit?.kind === "memory" && writeTarget(targetOf(hit)) === writeTarget(target);
  const citation = isFound ? hit.citation : undefined;
  const present = target && { target, citation, terms: matchedTerms(hit ?? {}), page };
  const rested = useLater(present, keyOf, BESIDE_MS);
  return opened === undefined ? rested : present;
}

interface BesideProps {
  readonly shown: Shown;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** It is drawn again when what it shows changes, not with every key. */
export const Beside = ({ shown, isOpen, close }: BesideProps) => {
  const { target, citation, terms, page } = shown;
  const { part } = useParts();
  return useMemo(
    () =>
      part && (
        <PageContext.Provider value={page}>
          <part.Preview
            key={`${target.root}:${target.path}`}
            {...{ target, citation, isOpen, terms, close }}
          />
        </PageContext.Provider>
      ),
    [shown, isOpen, part],
  );
};
