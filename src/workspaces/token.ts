import type { Scope } from "../contract/common.ts";
import { FIRST } from "../database/several/databases.ts";
import { base64Url } from "../text/coding/base64-url.ts";
import { encodeNarrowing, type Narrowing, parseNarrowing } from "./narrowing.ts";

/**
 * A token carries its own claims, signed, so that it proves itself before anything is spent:
 *
 *   rcl_<key id>.<claims>.<signature>, where the claims are
 *   <token id>.<place or "-">.<scope letter>.<expiry, base 36 seconds, or "-">.<epoch or "-">.<narrowing or "-">
 *
 * The place is the workspace's number, behind it a "-" and the number of its database where that is not the first: 12-3.
 * It counts only where the database has a row with the very same claims, and stands in the epoch that they name.
 */
export interface TokenClaims {
  readonly id: string;
  /** Number of the workspace; null for an owner, who is bound to none. */
  readonly workspace: number | null;
  /** Number of the database that the workspace was in when the token was minted. @default the first */
  readonly database?: number | undefined;
  readonly scope: Scope;
  /** Milliseconds since 1970; null: never. */
  readonly expiresAt: number | null;
  /** The database's, when the token was minted. Undefined: this is no token but a proof, which has no row. */
  readonly epoch?: string | undefined;
  /** Less than the whole workspace. */
  readonly narrow?: Narrowing | undefined;
}

/** What every token begins with. */
export const PREFIX = "rcl_";
/** How long a proof is good: it is made for the request that it goes with. */
const PROOF_MS = 600_000;
/** A clock that goes wrong by less still makes proofs that count. */
const CLOCK_MS = 600_000;
const SCOPE_LETTERS: Readonly<Record<Scope, string>> = { read: "r", write: "w", admin: "a", owner: "o" };
const SCOPES = Object.fromEntries(
  Object.entries(SCOPE_LETTERS).map(([scope, letter]) => [letter, scope as Scope]),
);

/** Shorter secrets could be guessed. */
export const MIN_SECRET_CHARS = 32;

const encoder = new TextEncoder();

interface SigningKey {
  readonly id: string;
  readonly key: CryptoKey;
}

/** Importing a key costs about a thousand times a check, so each isolate does it once. */
const keys = new Map<string, Promise<SigningKey>>();

function signingKey(secret: string): Promise<SigningKey> {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  const made = importKey(secret);
  keys.set(secret, made);
  return made;
}

async function importKey(secret: string): Promise<SigningKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, [
    "sign",
    "verify",
  ]);
  // The id names the secret without telling anything of it: a signature over a fixed text.
  const mark = await crypto.subtle.sign("HMAC", key, encoder.encode("edge-recall key id"));
  return { id: base64Url(new Uint8Array(mark, 0, 4)), key };
}

/** Names a secret without telling anything of it. */
export const secretId = async (secret: string): Promise<string> => (await signingKey(secret)).id;

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  // One character over a whole number of bytes is no base64, and the only thing that atob could still refuse.
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(text) || text.length % 4 === 1) return undefined;
  const units = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(units.length);
  for (let at = 0; at < units.length; at++) bytes[at] = units.charCodeAt(at);
  return bytes;
}

/** Where a workspace lives, as claims carry it. */
export type Place = Pick<TokenClaims, "workspace" | "database">;

/** A place as claims carry it: 12, 12-3, or a dash for none. */
export const placeText = ({ workspace, database = FIRST }: Place): string =>
  workspace === null ? "-" : database === FIRST ? `${workspace}` : `${workspace}-${database}`;

/** The claims as they are signed, and as the token's row keeps them. */
export function claimsText({ id, scope, expiresAt, epoch, narrow, ...claims }: TokenClaims): string {
  const expiry = expiresAt === null ? "-" : Math.floor(expiresAt / 1_000).toString(36);
  const parts = [id, placeText(claims), SCOPE_LETTERS[scope], expiry, epoch ?? "-", encodeNarrowing(narrow)];
  return parts.join(".");
}

/** What the claims of a row limit its token to. */
export const narrowingIn = (claims: string): Narrowing | undefined => {
  const text = claims.split(".").at(-1) ?? "-";
  return text === "-" ? undefined : parseNarrowing(text);
};

/** Signs the claims; the answer is shown once and never stored. */
export async function mintToken(secret: string, claims: TokenClaims): Promise<string> {
  const { id: keyId, key } = await signingKey(secret);
  const payload = `${PREFIX}${keyId}.${claimsText(claims)}`;
  const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(payload));
  return `${payload}.${base64Url(new Uint8Array(signature))}`;
}

/**
 * Shows for ten minutes that its sender knows the secret. It is good for what comes before there is a token: for the
 * tables, the owner's first token and a new epoch.
 */
export const mintProof = (secret: string, nowMs: number): Promise<string> =>
  mintToken(secret, { id: newTokenId(), workspace: null, scope: "owner", expiresAt: nowMs + PROOF_MS });

/** 16 random characters, 80 bits: a token's name in lists. */
export const newTokenId = (): string => {
  const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => alphabet[byte % 32]).join("");
};

const PLACE = "-|\\d{1,9}(?:-(?:[2-9]|[1-9]\\d{1,3}))?";

/** The place that a text of this form names. */
function placeIn(text: string): Place {
  const [workspace = 0, database] = text.split("-").map(Number);
  if (text === "-") return { workspace: null };
  return database === undefined ? { workspace } : { workspace, database };
}

/** The place that a text names; undefined: it names none. */
export const readPlace = (text: string): Place | undefined =>
  new RegExp(`^(?:${PLACE})$`).test(text) ? placeIn(text) : undefined;

const FORM = new RegExp(
  String.raw`^rcl_([A-Za-z0-9_-]{6})\.([a-z0-9]{16})\.(${PLACE})\.([rwao])\.(-|[0-9a-z]{1,9})\.(-|[a-z0-9]{16})\.(-|[A-Za-z0-9_-]{2,2000})\.([A-Za-z0-9_-]{43})$`,
);

/** What the parts of a token say; undefined: they are not those of one. */
function claimsIn([id = "", place = "", letter = "", expiry = "", epoch = "", narrow = ""]: readonly (
  | string
  | undefined
)[]): TokenClaims | undefined {
  const scope = SCOPES[letter];
  const narrowing = narrow === "-" ? undefined : parseNarrowing(narrow);
  if (scope === undefined || (narrow !== "-" && narrowing === undefined)) return undefined;
  return {
    id,
    ...placeIn(place),
    scope,
    expiresAt: expiry === "-" ? null : Number.parseInt(expiry, 36) * 1_000,
    ...(epoch !== "-" && { epoch }),
    ...(narrowing && { narrow: narrowing }),
  };
}

/** The claims of a token's row: they count only as long as the row does. */
export const claimsOfRow = (claims: string): TokenClaims | undefined => claimsIn(claims.split("."));

/** Of an owner, and soon over: a proof that never ended would be a token that nobody can revoke. */
const isProof = ({ scope, expiresAt, narrow }: TokenClaims, nowMs: number): boolean =>
  scope === "owner" && narrow === undefined && expiresAt !== null && expiresAt <= nowMs + PROOF_MS + CLOCK_MS;

/**
 * The claims of a token that one of the secrets signed (the present and, while it is being replaced, the previous one)
 * and that has not expired; undefined for anything else. The signature check takes the same time for every guess.
 */
export async function verifyToken(
  token: string,
  secrets: readonly string[],
  nowMs: number,
): Promise<TokenClaims | undefined> {
  const match = FORM.exec(token);
  const claims = match === null ? undefined : claimsIn(match.slice(2));
  if (match === null || claims === undefined) return undefined;
  const [keyId, signature = ""] = [match[1], match.at(-1)];
  const bytes = fromBase64Url(signature);
  if (bytes === undefined) return undefined;
  const candidates = await Promise.all(secrets.map(signingKey));
  const signer = candidates.find((candidate) => candidate.id === keyId);
  if (signer === undefined) return undefined;
  const payload = encoder.encode(token.slice(0, token.lastIndexOf(".")));
  // The last character carries four bits; other spellings of the same bytes are not this token.
  if (base64Url(bytes) !== signature) return undefined;
  if (!(await crypto.subtle.verify("HMAC", signer.key, bytes, payload))) return undefined;
  const { expiresAt, epoch } = claims;
  if (expiresAt !== null && expiresAt <= nowMs) return undefined;
  return epoch !== undefined || isProof(claims, nowMs) ? claims : undefined;
}

/** The signature of a token's claims by the secret that their key id names; undefined where none of the secrets has it. */
export async function signatureOf(claims: string, secrets: readonly string[]): Promise<string | undefined> {
  const candidates = await Promise.all(secrets.map(signingKey));
  const signer = candidates.find(({ id }) => claims.startsWith(`${PREFIX}${id}.`));
  if (signer === undefined) return undefined;
  return base64Url(new Uint8Array(await crypto.subtle.sign("HMAC", signer.key, encoder.encode(claims))));
}
