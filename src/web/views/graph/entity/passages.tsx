import { answerOf } from "../../../../client/client.ts";
import { MEMORY_ROOT } from "../../../../config.ts";
import { AppError } from "../../../../errors.ts";
import type { EntityAnswer } from "../../../../graph/contract.ts";
import type { ChunkAnswer } from "../../../../search/contract/chunks.ts";
import { citationWithRoot } from "../../../../search/views/citation.ts";
import type { Api, CallOptions } from "../../../api.ts";
import { Link } from "../../../components/link.tsx";
import { Answer } from "../../../components/state-panel.tsx";
import { matcherOf } from "../../../preview/use-marks.ts";
import { usePage } from "../../../state/page.ts";
import { searchFor } from "../../../state/place.ts";
import { useLoaded } from "../../../state/use-loaded.ts";
import { graphStrings } from "../../../strings/graph.ts";
import { memoryAt } from "../../memory/titles.ts";
import { BestLines, WithLines } from "../../search/results/best-lines.tsx";
import { titleOf } from "../../search/results/grouped.ts";

const words = graphStrings;
const SHOWN = 4;

type Entity = Pick<EntityAnswer, "slug" | "name" | "aliases">;
type Mention = Pick<EntityAnswer["citations"][number], "id" | "root" | "path">;

/** A memory leads to its own page; a passage is named by its document, and cited. */
const Title = ({ passage, name }: { readonly passage: ChunkAnswer; readonly name: string }) =>
  passage.kind === "memory" ? (
    <Link to={memoryAt(passage.path)} text={words.memory(passage.memory?.type ?? "")} />
  ) : (
    <>
      <Link to={searchFor(name, citationWithRoot(passage))} text={titleOf(passage)} />{" "}
      <bdi class="small" dir="ltr">
        {passage.citation}
      </bdi>
    </>
  );

/** A passage with its lines that hold one of an entity's names. */
function linesOf({ text, ...passage }: ChunkAnswer, { name, aliases }: Entity) {
  const found = [...text.matchAll(matcherOf([name, ...aliases]) ?? /$^/g)];
  const highlights = found.map(({ index, 0: { length } }): [number, number] => [index, index + length]);
  return { ...passage, snippet: { text, highlights } };
}

/** A passage by its id; undefined: it is gone since. */
const passageOf = (api: Api, id: string, options: CallOptions): Promise<ChunkAnswer | undefined> =>
  answerOf(api.v1.chunks[":id"].$get({ param: { id } }, options)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  });

/** The newest mentions, of a memory one. */
function newest(mentions: readonly Mention[]): readonly Mention[] {
  const memories = Map.groupBy(mentions, ({ root, path, id }) => (root === MEMORY_ROOT ? path : id));
  return [...memories.values()].flatMap((all) => all.slice(0, 1)).slice(0, SHOWN);
}

interface PassagesProps {
  readonly entity: Entity;
  /** The newest first. */
  readonly mentions: readonly Mention[];
  /** @default files and memories */
  readonly kind?: "file" | "memory";
  /** There are more mentions than these. */
  readonly hasMore?: boolean;
}

/** The newest passages that name an entity, each as a link to its place. */
export const PassagesOf = ({ entity, mentions, kind, hasMore = false }: PassagesProps) => {
  const { api } = usePage();
  const ofKind = mentions.filter(
    ({ root }) => kind === undefined || (root === MEMORY_ROOT) === (kind === "memory"),
  );
  const chosen = newest(ofKind);
  const found = useLoaded(chosen.map(({ id }) => id).join(" "), async (options) => {
    const passages = await Promise.all(chosen.map(({ id }) => passageOf(api, id, options)));
    return passages.filter((passage) => passage !== undefined);
  });
  return (
    <Answer of={found}>
      {(passages) =>
        passages.length === 0 ? (
          <p class="quiet">{words.noMentions(kind ?? "file", hasMore ? mentions.length : undefined)}</p>
        ) : (
          <WithLines>
            <ol class="graph-hits">
              {passages.map((passage) => (
                <li key={passage.citation}>
                  <Title passage={passage} name={entity.name} />
                  <BestLines of={linesOf(passage, entity)} />
                </li>
              ))}
            </ol>
          </WithLines>
        )
      }
    </Answer>
  );
};

/** The newest passages that name an entity of which only the names are known. */
export const NewestOf = ({ entity }: Pick<PassagesProps, "entity">) => {
  const { api } = usePage();
  const { slug } = entity;
  const known = useLoaded(slug, (options) =>
    answerOf(api.v1.entities[":slug"].$get({ param: { slug }, query: { limit: 2 * SHOWN } }, options)),
  );
  return <Answer of={known}>{({ citations }) => <PassagesOf entity={entity} mentions={citations} />}</Answer>;
};
