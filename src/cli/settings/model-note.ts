import { NO_MODEL } from "../../search/views/answer-words.ts";
import { isRecord } from "../../text/parse-json.ts";
import { type Environment, keepEntry, readKept } from "./config-folder.ts";

const MAX_KEPT = 200;
const FILE = "model-notes.json";
/** An ISO time's date. */
const DATE_CHARS = 10;

/** What puts a model in the place of word statistics. */
export const INSTALL_MODEL = "`recall models install` brings a model.";

/** Said once a day under an answer of a server without a model (`embedder` is its name); undefined: nothing, or said today. */
export async function modelNote(
  env: Environment,
  { url, embedder }: { readonly url: string; readonly embedder: string },
  nowMs = Date.now(),
): Promise<string | undefined> {
  if (!embedder.startsWith("embedded")) return undefined;
  const today = new Date(nowMs).toISOString().slice(0, DATE_CHARS);
  const known = (await readKept(env, FILE))[url];
  if (isRecord(known) && known.saidOn === today) return undefined;
  await keepEntry(env, FILE, [url, { saidOn: today }], MAX_KEPT);
  return `${NO_MODEL} ${INSTALL_MODEL}`;
}
