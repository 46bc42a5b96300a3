import { z } from "@hono/zod-openapi";
import { MAX_BUDGET } from "../../contract/budget.ts";
import { MEMORY_ROOT } from "../../config.ts";
import { RootName } from "../../contract/common.ts";
import { AppError } from "../../errors.ts";
import type { OpenWorkspace } from "../../services/open-workspace.ts";
import { isNotFound } from "../../services/passages/fetch-document.ts";
import { fetchPassages, type Passage } from "../../services/passages/fetch-passages.ts";
import { memoryIdIn } from "../../services/passages/memory-id.ts";
import { estimateTokens } from "../../text/estimate-tokens.ts";
import type { Caller } from "../caller.ts";
import { citationOf, firstLines, passageSource, placeAfter } from "../passages.ts";
import { defineTool, READS } from "../tool.ts";
import { errorText } from "../tool-error.ts";

const MAX_PLACES = 20;
const MAX_PLACE_CHARS = 1_000;
/** What an agent reads at once without thinking of it, tokens. */
const USUAL_BUDGET = 10_000;

const Input = z.strictObject({
  places: z
    .array(z.string().min(1).max(MAX_PLACE_CHARS))
    .min(1)
    .max(MAX_PLACES)
    .describe("Ids, citations (notes:a.md#L3-L9), paths, path:10-40 or globs"),
  root: RootName.optional().describe("Pushed folder"),
  budget: z.int().min(100).max(MAX_BUDGET).default(USUAL_BUDGET).describe("Tokens of text"),
});

const Output = z.object({
  passages: z.array(
    z.object({
      citation: z.string(),
      text: z.string(),
      next: z.string().optional().describe("Cut: the rest is there"),
    }),
  ),
  failed: z.array(z.object({ place: z.string(), code: z.string(), message: z.string() })),
});
type Shown = z.infer<typeof Output>;

/** What is wrong with one place of several keeps none of the others from being read. */
const ITS_OWN: readonly string[] = ["not_found", "ambiguous", "invalid_input"];

interface Read {
  readonly passages: Passage[];
  readonly failed: Shown["failed"];
}

/** What a place names; the start of a memory's id, or one that was merged into another, names that memory too. */
async function readAt(
  { services }: Caller,
  context: OpenWorkspace,
  { place, root }: { readonly place: string; readonly root: string | undefined },
): Promise<readonly Passage[]> {
  const source = passageSource(services, context);
  try {
    return (await fetchPassages(source, place, { root })).passages;
  } catch (thrown) {
    const id = memoryIdIn(place);
    if (!isNotFound(thrown) || id === undefined) throw thrown;
    const found = await services.readMemory(context, id, { history: false }).catch((error: unknown) => {
      throw isNotFound(error) ? thrown : error;
    });
    return (await fetchPassages(source, `${MEMORY_ROOT}:${found.memory.id}`, { root: undefined })).passages;
  }
}

async function readAll(
  caller: Caller,
  { places, root }: Pick<z.infer<typeof Input>, "places" | "root">,
): Promise<Read> {
  const context = await caller.reading();
  const read: Read = { passages: [], failed: [] };
  for (const [at, place] of places.entries()) {
    caller.signal.throwIfAborted();
    try {
      read.passages.push(...(await readAt(caller, context, { place, root })));
    } catch (thrown) {
      const isItsOwn = thrown instanceof AppError && ITS_OWN.includes(thrown.code);
      if (!isItsOwn || places.length === 1) throw thrown;
      read.failed.push({ place, code: thrown.code, message: thrown.message });
    }
    await caller.progress(at + 1, places.length);
  }
  return read;
}

/** As much as fits, in order; of what does not, where it goes on. */
function withinBudget(passages: readonly Passage[], budget: number): Shown["passages"] {
  let left = budget;
  return passages.map((passage) => {
    const { text } = passage;
    const citation = citationOf(passage);
    const cost = estimateTokens(text);
    if (cost <= left) {
      left -= cost;
      return { citation, text };
    }
    const cut = left > 0 ? firstLines(text, left) : { text: "", lines: 0 };
    left = 0;
    return { citation, text: cut.text, next: cut.text === "" ? citation : placeAfter(passage, cut) };
  });
}

const render = ({ passages, failed }: Shown): string =>
  [
    ...passages.map(({ citation, text, next }) => {
      const body = text === "" || text.endsWith("\n") ? text : `${text}\n`;
      return `==> ${citation} <==\n${body}${next === undefined ? "" : `[cut: get ${next}]\n`}`;
    }),
    ...failed.map(({ place, ...problem }) => `${place}: ${errorText(problem)}\n`),
  ].join("\n");

export const get = defineTool({
  name: "get",
  description: "Read passages or documents exactly as pushed.",
  input: Input,
  output: Output,
  hints: READS,
  async run({ budget, ...wanted }, caller) {
    const { passages, failed } = await readAll(caller, wanted);
    if (passages.length === 0 && failed.length > 0)
      throw new AppError("not_found", failed.map(({ place, message }) => `${place}: ${message}`).join("; "));
    const structured = { passages: withinBudget(passages, budget), failed };
    return { structured, text: render(structured) };
  },
});
