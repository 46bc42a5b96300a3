import { checkPushable } from "../documents/push.ts";
import { RootName } from "../contract/common.ts";
import { AppError } from "../errors.ts";
import { type AddressRules, sourceAddress } from "./address/check-address.ts";
import { knownHost, repositoryAt } from "./adapters/git/repository.ts";
import { bucketPlace } from "./adapters/r2.ts";
import type { SourceBucket } from "./adapter.ts";
import type { SourceKind, SourceOptions, SourceRequest } from "./contract.ts";

/** What sources may read on this server. */
export interface SourceRules extends AddressRules {
  readonly buckets: Readonly<Record<string, SourceBucket>>;
}

/** A source as it is to be kept. */
export interface CheckedSource {
  readonly kind: SourceKind;
  readonly location: string;
  readonly root: string;
  readonly options: SourceOptions;
  readonly everyHours: number;
  readonly paused: boolean;
}

const FEED_PATH = /(?:\.(?:rss|atom|xml)|\/(?:feed|rss|atom)\/?)$/i;

function kindOf(location: string): SourceKind {
  if (bucketPlace(location) !== undefined) return "r2";
  const url = URL.parse(location);
  if (url === null) return "site";
  const isRepository = knownHost(url) !== undefined && url.pathname.split("/").filter(Boolean).length >= 2;
  if (isRepository) return "git";
  return FEED_PATH.test(url.pathname) ? "feed" : "site";
}

const wrong = (field: string, message: string): AppError =>
  new AppError("invalid_input", `${field}: ${message}`, { details: { field } });

/** A source of a request, looked at: its address, its kind, the name of its root. Throws `invalid_input`. */
export function checkedSource(request: SourceRequest, rules: SourceRules): CheckedSource {
  const { everyHours, paused, branch, folder, host, maxItems } = request;
  const kind = request.kind ?? kindOf(request.location);
  const location = locationOf(kind, request.location, rules);
  if (kind !== "git" && (branch ?? folder ?? host) !== undefined)
    throw wrong("branch", `branch, folder and host are a repository's; this is of the kind ${kind}`);
  const options = {
    maxItems,
    ...(branch !== undefined && { branch }),
    ...(folder !== undefined && { folder }),
    ...(host !== undefined && { host }),
  };
  if (kind === "git") repositoryAt(location, options);
  const root = request.root ?? usualRoot(kind, location);
  checkPushable(root);
  return { kind, location, root, options, everyHours, paused };
}

function locationOf(kind: SourceKind, location: string, rules: SourceRules): string {
  if (kind !== "r2") return sourceAddress(location, rules).href;
  const place = bucketPlace(location);
  if (place === undefined) throw wrong("location", "r2://<binding>/<prefix>");
  const names = Object.keys(rules.buckets);
  if (!names.includes(place.binding))
    throw wrong(
      "location",
      `no bucket is bound as ${place.binding} that sources may read; SOURCE_BUCKETS names ${names.join(", ") || "none"}`,
    );
  return location;
}

/** A name made of the address: `docs.example.com guide`. Throws `invalid_input` where none can be made. */
function usualRoot(kind: SourceKind, location: string): string {
  const words = kind === "r2" ? location.slice("r2://".length) : wordsOf(new URL(location), kind);
  const name = words
    .replace(/[^\p{L}\p{N}._-]+/gu, " ")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .slice(0, 60)
    .trim();
  const { success } = RootName.safeParse(name);
  if (!success) throw wrong("root", "name the root: the address makes no name");
  return name;
}

const wordsOf = ({ hostname, pathname }: URL, kind: SourceKind): string => {
  const path = pathname.replace(/\.(?:git|html?|xml|rss|atom)$/, "");
  return kind === "git" ? (path.split("/").filter(Boolean)[1] ?? hostname) : `${hostname} ${path}`;
};
