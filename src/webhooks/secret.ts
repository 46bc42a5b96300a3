import { seal, unseal } from "../text/sealed.ts";

/** What the secrets of Standard Webhooks begin with. */
const PREFIX = "whsec_";

/** Bytes of a secret: 24 to 64 (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). */
const SECRET_BYTES = 32;

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** A new secret, `whsec_` and base64. */
export const newSecret = (): string =>
  PREFIX + toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));

const purposeOf = (id: string): string => `webhook\n${id}`;

/** The secret as its row keeps it: who has the database alone cannot sign. */
export const sealSecret = (secret: string, id: string, signingSecret: string): Promise<string> =>
  seal(secret, signingSecret, purposeOf(id));

interface OpenSecret {
  readonly secret: string;
  /** Only the previous signing secret opens it: seal it anew before that goes. */
  readonly isOld: boolean;
}

/** Opens a kept secret by the present signing secret or the one before it; undefined: neither does. */
export async function openSecret(
  sealed: string,
  id: string,
  signingSecrets: readonly string[],
): Promise<OpenSecret | undefined> {
  for (const [at, signingSecret] of signingSecrets.entries()) {
    const secret = await unseal(sealed, [signingSecret], purposeOf(id));
    if (secret !== undefined) return { secret, isOld: at > 0 };
  }
  return undefined;
}

/** `webhook-signature` of a message: `v1,` and the HMAC-SHA256 of its id, its time in seconds, and its body. */
export async function signatureOf(
  secret: string,
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.slice(PREFIX.length)), (unit) => unit.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  return `v1,${toBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, signed)))}`;
}
