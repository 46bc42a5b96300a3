import { AppError } from "../../errors.ts";
import { shortHash } from "../../text/hash.ts";
import { parseJson } from "../../text/parse-json.ts";
import { seal, unseal } from "../../text/sealed.ts";
import type { SearchRequest } from "../contract/search.ts";
import type { SearchPage } from "../plan.ts";

/** Base64 for addresses of a sealed page. */
const SEALED = /^[A-Za-z0-9_-]{80,600}$/;

/** Of its token alone: it tells of the workspace's version. */
const purposeOf = (tokenId: string): string => `search cursor\n${tokenId}`;

/** What the server itself has sealed. */
type SealedPage = readonly [
  ...[offset: number, from: number, version: number, asOfMs: number],
  ...[judged: SearchPage["judged"], heard: string, list: string],
];

/** Whatever makes another list of hits, as the request has it: how they are shown, and how many, is not of it. */
function listOf(request: SearchRequest): Promise<string> {
  const { query, profile, filters = {}, settings = {}, minScore, minRelevance } = request;
  const { session, expand, asOf, typing = false } = request;
  const sorted = (values: object) => Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const wish = [query, profile, sorted(filters), sorted(settings), minScore, minRelevance];
  return shortHash(JSON.stringify([wish, session, expand, asOf, typing]));
}

/** Where an answer ended, as text that only this token can use, and only for the same search. */
export async function sealCursor(
  request: SearchRequest,
  { offset, from, version, asOfMs, judged, heard }: SearchPage,
  { secrets, token }: { readonly secrets: readonly string[]; readonly token: string },
): Promise<string> {
  const page = JSON.stringify([offset, from, version, asOfMs, judged, heard, await listOf(request)]);
  const sealed = await seal(page, secrets[0] ?? "", purposeOf(token));
  return sealed.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The page that a request's cursor asks for; undefined: the first one. Throws `invalid_input`. */
export async function pageOf(
  request: SearchRequest,
  { secrets, token }: { readonly secrets: readonly string[]; readonly token: string },
): Promise<SearchPage | undefined> {
  const { cursor } = request;
  if (cursor === undefined) return undefined;
  const base64 = cursor.replaceAll("-", "+").replaceAll("_", "/");
  const padded = base64.padEnd(Math.ceil(base64.length / 4) * 4, "=");
  const isSealed = SEALED.test(cursor) && base64.length % 4 !== 1;
  const opened = isSealed ? await unseal(padded, secrets, purposeOf(token)) : undefined;
  const page: unknown = opened === undefined ? undefined : parseJson(opened);
  if (!Array.isArray(page)) throw wrong("send the `nextCursor` of an answer that this token got");
  const [offset, from, version, asOfMs, judged, heard, list] = page as unknown as SealedPage;
  if (list !== (await listOf(request)))
    throw wrong("it is of another search: send the same query, filters, profile and settings");
  return { offset, from, version, asOfMs, judged, heard };
}

const wrong = (said: string): AppError => new AppError("invalid_input", `cursor: ${said}`);

/** Throws `conflict` where the index has changed since the page before: hits could be doubled or missed. */
export function checkVersion(page: SearchPage | undefined, version: number): void {
  if (page !== undefined && page.version !== version)
    throw new AppError(
      "conflict",
      "cursor: the index has changed since that answer; search again without a cursor",
    );
}

/** What was heard. Throws `conflict` where it is not what the page before had: the places of both are not of one list. */
export function checkHeard(page: SearchPage | undefined, heard: string): string {
  if (page === undefined || page.heard === heard) return heard;
  throw new AppError(
    "conflict",
    "cursor: a model answers that did not answer for the page before, or the other way round; search again without a cursor",
  );
}
