import type { Scope } from "../contract/common.ts";

/**
 * A token carries its own claims, signed, so that it proves itself before anything is spent:
 *
 *   rcl_<key id>.<token id>.<workspace or "-">.<scope letter>.<expiry, base 36 seconds, or "-">.<signature>
 */
export interface TokenClaims {
  readonly id: string;
  /** Number of the workspace; null for an owner, who is bound to none. */
  readonly workspace: number | null;
  readonly scope: Scope;
  /** Milliseconds since 1970; null: never. */
  readonly expiresAt: number | null;
}

const PREFIX = "rcl_";
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

/** Bytes as base64url without padding. */
export const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  // One character over a whole number of bytes is no base64, and the only thing that atob could still refuse.
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(text) || text.length % 4 === 1) return undefined;
  const units = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(units.length);
  for (let at = 0; at < units.length; at++) bytes[at] = units.charCodeAt(at);
  return bytes;
}

/** Signs the claims; the answer is shown once and never stored. */
export async function mintToken(
  secret: string,
  { id, workspace, scope, expiresAt }: TokenClaims,
): Promise<string> {
  const { id: keyId, key } = await signingKey(secret);
  const expiry = expiresAt === null ? "-" : Math.floor(expiresAt / 1_000).toString(36);
  const payload = `${PREFIX}${keyId}.${id}.${workspace ?? "-"}.${SCOPE_LETTERS[scope]}.${expiry}`;
  const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(payload));
  return `${payload}.${base64Url(new Uint8Array(signature))}`;
}

/** 16 random characters, 80 bits: a token's name in lists. */
export const newTokenId = (): string => {
  const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => alphabet[byte % 32]).join("");
};

/**
 * The claims of a token that one of the secrets signed (the present and, while it is being replaced, the previous one)
 * and that has not expired; undefined for anything else. The signature check takes the same time for every guess.
 */
export async function verifyToken(
  token: string,
  secrets: readonly string[],
  nowMs: number,
): Promise<TokenClaims | undefined> {
  const match =
    /^rcl_([A-Za-z0-9_-]{6})\.([a-z0-9]{16})\.(-|\d{1,9})\.([rwao])\.(-|[0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/.exec(
      token,
    );
  if (match === null) return undefined;
  const [, keyId, id = "", workspace = "", letter = "", expiry = "", signature = ""] = match;
  const bytes = fromBase64Url(signature);
  const scope = SCOPES[letter];
  if (bytes === undefined || scope === undefined) return undefined;
  const candidates = await Promise.all(secrets.map(signingKey));
  const signer = candidates.find((candidate) => candidate.id === keyId);
  if (signer === undefined) return undefined;
  const payload = encoder.encode(token.slice(0, token.lastIndexOf(".")));
  // The last character carries four bits; other spellings of the same bytes are not this token.
  if (base64Url(bytes) !== signature) return undefined;
  if (!(await crypto.subtle.verify("HMAC", signer.key, bytes, payload))) return undefined;
  const expiresAt = expiry === "-" ? null : Number.parseInt(expiry, 36) * 1_000;
  if (expiresAt !== null && expiresAt <= nowMs) return undefined;
  return { id, workspace: workspace === "-" ? null : Number(workspace), scope, expiresAt };
}

/** The signature of a token's claims by the secret that their key id names; undefined where none of the secrets has it. */
export async function signatureOf(claims: string, secrets: readonly string[]): Promise<string | undefined> {
  const candidates = await Promise.all(secrets.map(signingKey));
  const signer = candidates.find(({ id }) => claims.startsWith(`${PREFIX}${id}.`));
  if (signer === undefined) return undefined;
  return base64Url(new Uint8Array(await crypto.subtle.sign("HMAC", signer.key, encoder.encode(claims))));
}
