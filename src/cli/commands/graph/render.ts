import type {
  EntityAnswer,
  EntityList,
  GraphAnswer,
  RelationAnswer,
  RelationRemoval,
  SuggestionsAnswer,
} from "../../../graph/contract.ts";
import { cutTo, renderTable, wrapLines } from "../../terminal/columns.ts";
import { count, number } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

type Citation = RelationAnswer["citations"][number];

const rooted = ({ root, citation }: Citation): string => `${root}:${citation}`;

const within = (lines: readonly string[], columns: number): readonly string[] =>
  lines.map((line) => cutTo(safeLine(line), columns));

/** A page of entities as a table. */
export function renderEntities({ entities }: EntityList, columns: number): readonly string[] {
  if (entities.length === 0) return ["No entities."];
  const rows = entities.map(({ slug, name, type, mentions }) => [slug, name, type, String(mentions)]);
  return within(renderTable(["slug", "name", "type", "mentions"], rows), columns);
}

function relationLine({ from, to, type, manual, citations }: RelationAnswer): string {
  const [first] = citations;
  const more = citations.length > 1 ? ` +${citations.length - 1}` : "";
  const said = first === undefined ? "" : `  ${rooted(first)}${more}`;
  return `  ${from} -${type}-> ${to}${manual ? " (by hand)" : ""}${said}`;
}

/** Entities with a mention each, then relations with who says so. */
export function renderGraph(graph: GraphAnswer, columns: number): readonly string[] {
  const { start, entities, relations, truncated, namesOff } = graph;
  const unread = namesOff === true ? ["Texts here are not read for names: recall graph names on"] : [];
  if (entities.length === 0) return within(["Nothing is named there.", ...unread], columns);
  const lines = entities.map(({ slug, name, type, distance, citations }) => {
    const [first] = citations;
    const cited = first === undefined ? "" : `  ${rooted(first)}`;
    return `${"  ".repeat(distance)}${name} (${type}${name === slug ? "" : `, ${slug}`})${cited}`;
  });
  const notes = [
    ...(start === "hits" ? ["Nothing is named in the query: this is what its best hits name."] : []),
    ...lines,
    ...(relations.length > 0 ? ["", "Relations", ...relations.map(relationLine)] : []),
    ...(truncated ? ["", "There is more: --limit, --depth, or one entity: recall graph entity <name>"] : []),
    ...(unread.length > 0 ? ["", ...unread] : []),
  ];
  return within(notes, columns);
}

/** One entity with all that is known of it. */
export function renderEntity(entity: EntityAnswer, columns: number): readonly string[] {
  const { name, slug, type, aliases, mentions, citations, outgoing, incoming, observations } = entity;
  const also = aliases.length > 0 ? [`also: ${aliases.join(", ")}`] : [];
  const section = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? ["", title, ...lines] : [];
  const lines = [
    `${name} (${type}, ${slug}), ${count(mentions, "mention")}`,
    ...also,
    ...section("Relations", [...outgoing, ...incoming].map(relationLine)),
    ...section(
      "Remarks",
      observations.map(({ id, text }) => `  ${id}  ${text.replace(/\s+/gu, " ")}`),
    ),
    ...section(
      "Mentions",
      citations.map((citation) => `  ${rooted(citation)}`),
    ),
  ];
  return within(lines, columns);
}

/** Whether a relation was taken back, and who says it all the same. */
export function renderRemoval({ removed, texts }: RelationRemoval, columns: number): readonly string[] {
  const said = texts === 1 ? "A text says so" : `${number(texts)} texts say so`;
  if (removed) return [texts === 0 ? "Taken back." : `Taken back; ${said.toLowerCase()} still.`];
  const kept = `${said}; only what was added by hand is taken back.`;
  return wrapLines([texts === 0 ? "Nobody said that." : kept], columns);
}

/** Entities that may be the same, with why. */
export function renderSuggestions({ suggestions }: SuggestionsAnswer, columns: number): readonly string[] {
  if (suggestions.length === 0) return ["No other entity looks the same."];
  const rows = suggestions.map(({ slug, name, mentions, reason }) => [slug, name, String(mentions), reason]);
  return within(renderTable(["slug", "name", "mentions", "why"], rows), columns);
}
