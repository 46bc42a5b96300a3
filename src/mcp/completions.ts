import type { CompleteRequest } from "@modelcontextprotocol/server";
import { RootName } from "../contract/common.ts";
import { pageOfDocuments } from "../documents/documents.ts";
import { AppError } from "../errors.ts";
import { SearchRequest } from "../search/contract/search.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import { fold } from "../text/words/fold.ts";
import type { Caller } from "./caller.ts";
import { ENTITY_TEMPLATE, entitiesFrom } from "./entities.ts";
import { requireArgument } from "./prompts.ts";
import { RESOURCE_TEMPLATES } from "./resources.ts";

type Asked = CompleteRequest["params"];

/** Values of one answer: a client shows a short list. */
const MOST_VALUES = 10;
/** Passages whose words are offered. */
const PASSAGES = 20;
const LAST_WORD = /[\p{L}\p{N}]+$/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * What an argument that is being typed may become: of a prompt's argument the last word as the passages found for it have
 * it, best first; of a document's address the roots and paths, of an entity's the names that begin so. Throws `invalid_input` for what there is not.
 */
export async function complete(
  caller: Caller,
  { ref, argument, context }: Asked,
): Promise<readonly string[]> {
  const { name, value } = argument;
  if (ref.type === "ref/prompt") {
    requireArgument(ref.name, name);
    return finishedQueries(caller, value);
  }
  const template = RESOURCE_TEMPLATES.find(({ uriTemplate }) => uriTemplate === ref.uri);
  if (template === undefined) throw new AppError("invalid_input", `There is no such template: ${ref.uri}`);
  const isEntity = template === ENTITY_TEMPLATE;
  if (isEntity && name === "entity") return entitiesFrom(await caller.reading(), value, MOST_VALUES);
  if (!isEntity && name === "root") return rootsFrom(caller, value);
  if (!isEntity && name === "path") return pathsFrom(caller, value, context?.arguments?.root);
  throw new AppError("invalid_input", `The template has no ${name}`);
}

/** The query with its last word finished, once for each word that the best passages have. */
async function finishedQueries({ services, searching }: Caller, typed: string): Promise<readonly string[]> {
  const [last] = LAST_WORD.exec(typed) ?? [];
  const wish = SearchRequest.shape.query.safeParse(typed);
  if (last === undefined || !wish.success) return [];
  const { hits } = await services.search(
    searching(),
    SearchRequest.parse({ query: typed, typing: true, profile: "keyword", view: "full", limit: PASSAGES }),
  );
  const beginning = fold(last);
  const words = hits.flatMap((hit) => {
    const text = "headings" in hit ? [...hit.headings, hit.text ?? ""].join("\n") : "";
    return (text.match(WORD) ?? []).map((word) => word.toLowerCase());
  });
  const begun = words.filter((word) => word.length > last.length && fold(word).startsWith(beginning));
  return [...new Set(begun)].slice(0, MOST_VALUES).map((word) => typed.slice(0, -last.length) + word);
}

async function rootsFrom(caller: Caller, typed: string): Promise<readonly string[]> {
  const context = await caller.readingConfined();
  const roots =
    context.confines === undefined ? await rootsOf(caller, context) : (context.confines.roots ?? []);
  return roots.filter((root) => root.startsWith(typed)).slice(0, MOST_VALUES);
}

async function rootsOf({ services }: Caller, context: OpenWorkspace): Promise<readonly string[]> {
  return (await services.status(context)).roots.map(({ root }) => root);
}

async function pathsFrom(
  caller: Caller,
  typed: string,
  root: string | undefined,
): Promise<readonly string[]> {
  const known = RootName.optional().safeParse(root);
  if (!known.success) return [];
  const wish = { root: known.data, prefix: typed.normalize("NFC"), limit: MOST_VALUES };
  const { documents } = await pageOfDocuments(await caller.readingConfined(), wish);
  return [...new Set(documents.map(({ path }) => path))];
}
