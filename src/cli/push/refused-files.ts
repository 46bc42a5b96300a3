import { DAY_MS } from "../../config.ts";
import type { Refused } from "../../documents/contract.ts";
import { type Environment, readKept, writeKept } from "../settings/config-folder.ts";

/** A text that a server cannot index, however often it is sent. */
interface KeptRefusal {
  readonly code: string;
  readonly message: string;
  readonly keptAt: string;
}

/** The one refusal that is about the text alone; others may pass later. */
const LASTING_CODE = "too_large";
/** Texts remembered for all servers; the oldest go first. */
const MAX_KEPT = 500;
/** A newer server may take what this one refuses: it is asked again after a week, milliseconds. */
const MAX_AGE_MS = 7 * DAY_MS;

export type KnownRefusals = ReadonlyMap<string, Refused>;

type Content = { readonly path: string; readonly hash: string };

const FILE = "refused-files.json";

const isKept = (value: unknown): value is KeptRefusal => {
  const { code, message, keptAt } = (value ?? {}) as Partial<Record<keyof KeptRefusal, unknown>>;
  return [code, message, keptAt].every((part) => typeof part === "string");
};

/** Names a path's content. */
export const contentKey = ({ path, hash }: Content): string => `${hash} ${path}`;

async function readAll(env: Environment): Promise<readonly (readonly [string, KeptRefusal])[]> {
  const oldestMs = Date.now() - MAX_AGE_MS;
  return Object.entries(await readKept(env, FILE)).flatMap(([key, value]) =>
    isKept(value) && Date.parse(value.keptAt) > oldestMs ? [[key, value] as const] : [],
  );
}

/** What a server refused of late; a text among it need not be sent again. */
export async function readRefusals(env: Environment, url: string): Promise<KnownRefusals> {
  const start = `${url} `;
  const ours = (await readAll(env)).filter(([key]) => key.startsWith(start));
  return new Map(
    ours.map(([key, { code, message }]) => {
      const content = key.slice(start.length);
      const path = content.slice(content.indexOf(" ") + 1);
      return [content, { path, code, message: `${message} (not sent again: it is unchanged)` }];
    }),
  );
}

interface Refusals {
  readonly url: string;
  readonly files: readonly Content[];
  readonly failed: readonly Refused[];
  readonly known: KnownRefusals;
}

/** Remembers which of the files the server can never take. A folder that cannot be written costs the next upload. */
export async function keepRefusals(env: Environment, { url, files, failed, known }: Refusals): Promise<void> {
  const lasting = new Map(failed.filter(({ code }) => code === LASTING_CODE).map((one) => [one.path, one]));
  const keptAt = new Date().toISOString();
  const fresh = files.flatMap((file) => {
    const refused = known.has(contentKey(file)) ? undefined : lasting.get(file.path);
    const { code, message } = refused ?? {};
    return code === undefined ? [] : [[`${url} ${contentKey(file)}`, { code, message, keptAt }] as const];
  });
  if (fresh.length === 0) return;
  const all = Object.fromEntries([...(await readAll(env)), ...fresh].slice(-MAX_KEPT));
  await writeKept(env, FILE, all);
}
