import { useState } from "preact/hooks";
import { answerOf } from "../../../../client/client.ts";
import type { EntityAnswer } from "../../../../graph/contract.ts";
import { Button } from "../../../components/button.tsx";
import { date } from "../../../components/format.ts";
import { Cited } from "../../../components/link.tsx";
import { tellFailure, usePage } from "../../../state/page.ts";
import { graphStrings } from "../../../strings/graph.ts";

const words = graphStrings;
/** Mentions that are shown at first, and that are added at once. */
const FIRST = 10;
const PAGE = 20;

/** Where an entity is named, the newest first, with the days of the documents; more on demand. */
export const Mentions = ({ entity }: { readonly entity: EntityAnswer }) => {
  const page = usePage();
  const [{ citations, nextCursor }, setMentions] =
    useState<Pick<EntityAnswer, "citations" | "nextCursor">>(entity);
  const [shown, setShown] = useState(FIRST);
  const load = (cursor: string) =>
    answerOf(
      page.api.v1.entities[":slug"].$get({ param: { slug: entity.slug }, query: { cursor, limit: PAGE } }),
    ).then(
      (next) => {
        setMentions({ ...next, citations: [...citations, ...next.citations] });
        setShown(shown + PAGE);
      },
      (error: unknown) => tellFailure(page, error),
    );
  const isAllShown = shown >= citations.length;
  const more = () => {
    if (isAllShown && nextCursor !== null) return load(nextCursor);
    setShown(shown + PAGE);
  };
  return (
    <>
      <ol class="graph-mentions">
        {citations.slice(0, shown).map(({ id, root, citation, date: day }) => (
          <li key={id}>
            <span class="small figure">{day === null ? "" : date(day)}</span>
            <Cited q={entity.name} root={root} citation={citation} />
          </li>
        ))}
      </ol>
      {(nextCursor !== null || !isAllShown) && <Button text={words.more} look="small" onClick={more} />}
    </>
  );
};
