import { takingTurns } from "../../text/steps.ts";
import { base64Url } from "../../text/coding/base64-url.ts";
import { secretId } from "../token.ts";

/** A line of the log, as far as its hash covers it. */
export interface AccessEntry {
  /** Milliseconds. */
  readonly at: number;
  /** The token's id. */
  readonly token: string;
  readonly door: string;
  readonly route: string;
  /** `ok`, or an error code. */
  readonly outcome: string;
  readonly requests: number;
  readonly address: string;
}

/** A place in a chain: the line there, and its hash. */
export interface ChainPlace {
  readonly seq: number;
  readonly hash: string;
}

export interface ChainedEntry extends AccessEntry, ChainPlace {
  readonly key: string;
}

/** Before the first line. */
export const BEGINNING: ChainPlace = { seq: 0, hash: "" };

/** What a line's hash costs, as characters of a text: 5,000 of them in a row are 200 ms. */
const CHARS_A_LINE = 100;

const encoder = new TextEncoder();
const keys = new Map<string, Promise<CryptoKey>>();

/** Derived from the signing secret: whoever may write the database cannot make a hash. */
function chainKey(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret) ?? deriveKey(secret);
  keys.set(secret, known);
  return known;
}

async function deriveKey(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.digest("SHA-256", encoder.encode(`access log\n${secret}`));
  return crypto.subtle.importKey("raw", material, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

async function keyed(secret: string, parts: readonly (string | number)[]): Promise<string> {
  const signed = await crypto.subtle.sign(
    "HMAC",
    await chainKey(secret),
    encoder.encode(JSON.stringify(parts)),
  );
  return base64Url(new Uint8Array(signed));
}

const lineHash = (
  secret: string,
  workspace: number,
  before: string,
  { seq, at, token, door, route, outcome, requests, address }: AccessEntry & { readonly seq: number },
): Promise<string> =>
  keyed(secret, ["line", workspace, seq, at, token, door, route, outcome, requests, address, before]);

/** The entries as lines behind a place of a workspace's chain. */
export async function chained(
  secret: string,
  { workspace, head, entries }: { workspace: number; head: ChainPlace; entries: readonly AccessEntry[] },
): Promise<ChainedEntry[]> {
  const key = await secretId(secret);
  const lines: ChainedEntry[] = [];
  let { seq, hash } = head;
  for (const entry of entries) {
    seq += 1;
    hash = await lineHash(secret, workspace, hash, { ...entry, seq });
    lines.push({ ...entry, seq, hash, key });
  }
  return lines;
}

/** What shows that the lines up to a place were deleted for their age, by the service. */
export async function anchorMark(
  secret: string,
  workspace: number,
  { seq, hash }: ChainPlace,
): Promise<string> {
  return keyed(secret, ["anchor", workspace, seq, hash]);
}

/** Something that is wrong with a chain. */
export interface Broken {
  readonly seq: number;
  readonly problem: string;
}

interface Checked {
  readonly workspace: number;
  /** Those who may have made it: the present secret, and the one before. */
  readonly secrets: readonly string[];
  readonly before: ChainPlace;
  /** In order. */
  readonly lines: readonly ChainedEntry[];
}

/**
 * What is wrong with lines that follow a place. A line that a secret made which is not known any more is only held
 * against its neighbours' numbers; once a known one has made a line, no unknown one makes another.
 */
export async function brokenLines({
  workspace,
  secrets,
  before,
  lines,
}: Checked): Promise<readonly Broken[]> {
  const known = new Map(
    await Promise.all(secrets.map(async (secret) => [await secretId(secret), secret] as const)),
  );
  const broken: Broken[] = [];
  let last = before;
  let isKnown = false;
  const turn = takingTurns();
  for (const line of lines) {
    await turn(CHARS_A_LINE);
    const { seq, hash } = line;
    const secret = known.get(line.key);
    if (seq !== last.seq + 1)
      broken.push({ seq, problem: `lines ${last.seq + 1} to ${seq - 1} are missing` });
    else if (secret === undefined && isKnown) broken.push({ seq, problem: "not made by this server" });
    else if (secret !== undefined && hash !== (await lineHash(secret, workspace, last.hash, line)))
      broken.push({ seq, problem: "it, or the one before, was changed" });
    isKnown ||= secret !== undefined;
    last = { seq, hash };
  }
  return broken;
}
