import { z } from "zod";
import { safeLine, shellWord } from "../../terminal/terminal-safe.ts";

/** A program that serves models, where it listens by itself. */
interface ModelProgram {
  readonly name: string;
  readonly url: string;
  /** What it names as the owner of its models, where other programs use the same port. */
  readonly owner?: string;
}

const MODEL_PROGRAMS: readonly ModelProgram[] = [
  { name: "Ollama", url: "http://127.0.0.1:11434" },
  { name: "LM Studio", url: "http://127.0.0.1:1234" },
  { name: "llama.cpp", url: "http://127.0.0.1:8080", owner: "llamacpp" },
];

export interface NoticedServer {
  readonly name: string;
  readonly url: string;
  /** A model that makes vectors, as its name says; undefined: it has none yet. */
  readonly model: string | undefined;
}

/** The start does not wait longer for what may not be there, milliseconds. */
const PROBE_MS = 200;
/** Models whose names say that they make vectors. */
const EMBEDS = /embed|bge-(?!reranker)|minilm|\be5-|\bgte-/i;
/** Has a preset of prefixes and dimensions, and is in the library of each of these programs. */
const USUAL_MODEL = "nomic-embed-text";

const modelList = z.object({
  data: z.array(z.object({ id: z.string().max(200), owned_by: z.string().optional() })),
});

async function probe({ name, url, owner }: ModelProgram, waitMs: number): Promise<NoticedServer | undefined> {
  try {
    const response = await fetch(`${url}/v1/models`, {
      redirect: "error",
      signal: AbortSignal.timeout(waitMs),
    });
    const { data } = modelList.parse(await response.json());
    if (owner !== undefined && !data.some((model) => model.owned_by === owner)) return undefined;
    return { name, url, model: data.find(({ id }) => EMBEDS.test(id))?.id };
  } catch {
    // Nobody listens, or something else does: either way there is nothing to offer.
    return undefined;
  }
}

/** Programs on this machine that serve models, asked for the list of what they have and for nothing else. */
export async function noticeServers(
  programs = MODEL_PROGRAMS,
  waitMs = PROBE_MS,
): Promise<readonly NoticedServer[]> {
  const found = await Promise.all(programs.map((program) => probe(program, waitMs)));
  return found.filter((server) => server !== undefined);
}

/** What to type to search by meaning, where no model is at work; `start` is the command that starts the server. */
export function modelOffers(servers: readonly NoticedServer[], start: string): readonly string[] {
  if (servers.length === 0) return ["  no model: words stand in for meaning until `recall models install`"];
  return servers.flatMap(({ name, url, model }) => [
    model === undefined
      ? `  ${name} runs here, without a model for vectors; once it has one, such as ${USUAL_MODEL}:`
      : `  ${name} runs here; to search by meaning with it:`,
    `    EMBEDDINGS_URL=${url} EMBEDDINGS_MODEL=${shellWord(safeLine(model ?? USUAL_MODEL))} ${start}`,
  ]);
}
