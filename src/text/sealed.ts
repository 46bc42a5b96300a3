const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** AES-GCM's own nonce, bytes. */
const NONCE_BYTES = 12;

/** Keys at hand: making one costs more than what is done with it. */
const MAX_KEYS = 1_000;
const keys = new Map<string, Promise<CryptoKey>>();

function keyFrom(secret: string, passphrase: string): Promise<CryptoKey> {
  const name = `${secret}\n${passphrase}`;
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = makeKey(secret, passphrase);
  const [oldest] = keys.keys();
  if (keys.size >= MAX_KEYS && oldest !== undefined) keys.delete(oldest);
  keys.set(name, key);
  return key;
}

async function makeKey(secret: string, passphrase: string): Promise<CryptoKey> {
  const material = await crypto.subtle.digest("SHA-256", encoder.encode(`sealed\n${secret}\n${passphrase}`));
  return crypto.subtle.importKey("raw", material, "AES-GCM", false, ["encrypt", "decrypt"]);
}

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));

/** A text that only who has both the secret and the passphrase can read again; base64. */
export async function seal(text: string, secret: string, passphrase: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const key = await keyFrom(secret, passphrase);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, key, encoder.encode(text));
  return toBase64(new Uint8Array([...nonce, ...new Uint8Array(sealed)]));
}

/** The text of `seal`, by the first secret that opens it; undefined: none does. */
export async function unseal(
  sealed: string,
  secrets: readonly string[],
  passphrase: string,
): Promise<string | undefined> {
  const bytes = fromBase64(sealed);
  const nonce = bytes.slice(0, NONCE_BYTES);
  for (const secret of secrets) {
    const key = await keyFrom(secret, passphrase);
    const opened = await crypto.subtle
      .decrypt({ name: "AES-GCM", iv: nonce }, key, bytes.slice(NONCE_BYTES))
      .catch(() => undefined);
    if (opened !== undefined) return decoder.decode(opened);
  }
  return undefined;
}
