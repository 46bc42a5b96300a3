import { useEffect, useMemo, useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import type { GraphAnswer } from "../../../graph/contract.ts";
import { isAborted } from "../../api.ts";
import { tellFailure, usePage } from "../../state/page.ts";
import { grown, type Picture, pictureOf } from "./picture/picture.ts";

/** Entities that are added at once, at most. */
const STEP = 25;

interface Grown {
  readonly picture: Picture;
  /** All answers together, those of the start first. */
  readonly answers: readonly GraphAnswer[];
}

/** A neighbourhood that grows by what is around each entity that is chosen, once each. */
export function useGrown(first: GraphAnswer, chosen: string | undefined): Grown {
  const page = usePage();
  const [around, setAround] = useState<ReadonlyMap<string, GraphAnswer>>(new Map());
  useEffect(() => setAround(new Map()), [first]);
  const isKnown = chosen === undefined || around.has(chosen);
  useEffect(() => {
    if (isKnown) return;
    const controller = new AbortController();
    const query = { entity: chosen, limit: STEP };
    answerOf(page.api.v1.graph.$get({ query }, { init: { signal: controller.signal } })).then(
      (answer) => setAround((before) => new Map(before).set(chosen, answer)),
      (error: unknown) => {
        if (!isAborted(error)) tellFailure(page, error);
      },
    );
    return () => controller.abort();
  }, [chosen]);
  return useMemo(() => {
    const answers = [...around.values()];
    return { answers: [first, ...answers], picture: answers.reduce(grown, pictureOf(first)) };
  }, [first, around]);
}
