import { z } from "@hono/zod-openapi";
import { MEMORY_ROOT } from "../../config.ts";
import { RootName } from "../../contract/common.ts";
import { isNotFound } from "../../documents/passages/fetch-document.ts";
import { type FoundPassage, findPassages } from "../../documents/passages/fetch-passages.ts";
import { AppError } from "../../errors.ts";
import { offeredFor } from "../../memories/contradictions/offered.ts";
import { MAX_BUDGET } from "../../search/contract/constants.ts";
import type { OpenWorkspace } from "../../workspaces/open-workspace.ts";
import type { Caller } from "../caller.ts";
import { memoryLedTo, passageSource, passageText, type ShownPassage, startPage } from "../passages.ts";
import { defineTool, errorText, READS } from "../tool.ts";

const MAX_PLACES = 20;
const MAX_PLACE_CHARS = 1_000;
/** What an agent reads at once without thinking of it, tokens. */
const USUAL_BUDGET = 10_000;

interface Shown {
  readonly passages: readonly ShownPassage[];
  readonly failed: readonly { readonly place: string; readonly code: string; readonly message: string }[];
  readonly left?: number;
  readonly next?: string;
}

/** What is wrong with one place of several keeps none of the others from being read. */
const ITS_OWN: readonly string[] = ["not_found", "ambiguous", "invalid_input"];

/** What a place names; the start of a memory's id, or one that was merged into another, names that memory too. */
async function findAt(
  context: OpenWorkspace,
  { place, root }: { readonly place: string; readonly root: string | undefined },
): Promise<readonly FoundPassage[]> {
  const source = passageSource(context);
  try {
    return (await findPassages(source, place, { root })).found;
  } catch (thrown) {
    const mayBeMemory = isNotFound(thrown) && (root === undefined || root === MEMORY_ROOT);
    const led = mayBeMemory ? await memoryLedTo(context, place) : undefined;
    if (led === undefined) throw thrown;
    return (await findPassages(source, `${MEMORY_ROOT}:${led.id}${led.lines}`, { root: undefined })).found;
  }
}

/** Reads in order until the budget is spent; of what is left, how much and where it begins. */
async function readAll(
  caller: Caller,
  { places, root, budget }: { places: readonly string[]; root: string | undefined; budget: number },
): Promise<Shown> {
  const context = await caller.readingConfined();
  const page = startPage(budget);
  const failed: Shown["failed"][number][] = [];
  for (const [at, place] of places.entries()) {
    caller.signal.throwIfAborted();
    if (page.isFull()) page.leave(place);
    else
      try {
        for (const { name, read } of await findAt(context, { place, root })) {
          caller.signal.throwIfAborted();
          if (page.isFull()) page.leave(name);
          else page.add(await read());
        }
      } catch (thrown) {
        const isItsOwn = thrown instanceof AppError && ITS_OWN.includes(thrown.code);
        if (!isItsOwn || places.length === 1) throw thrown;
        failed.push({ place, code: thrown.code, message: thrown.message });
      }
    await caller.progress(at + 1, places.length);
  }
  const { passages, ...rest } = page.shown();
  return { passages: await withNotes(context, passages), ...rest, failed };
}

/** Those of memories say what they may contradict. */
async function withNotes(
  { session: db, workspace, confines }: OpenWorkspace,
  passages: readonly ShownPassage[],
): Promise<ShownPassage[]> {
  // Of other memories, which a token of one session does not see.
  if (confines?.session !== undefined) return [...passages];
  const rivals = await offeredFor(
    db,
    workspace,
    passages.flatMap(({ memory = [] }) => memory),
  );
  return passages.map((passage) => {
    const found = rivals.get(passage.memory ?? "");
    return found === undefined ? passage : { ...passage, note: found.map(({ words }) => words).join("; ") };
  });
}

const render = ({ passages, failed, left, next }: Shown): string =>
  [
    ...passages.map(passageText),
    ...failed.map(({ place, ...problem }) => `${place}: ${errorText(problem)}\n`),
    ...(left === undefined ? [] : [`[${left} more did not fit: the next is ${next}]\n`]),
  ].join("\n");

export const get = defineTool({
  name: "get",
  description:
    "Read the full text of passages, documents or memories by id, citation, path or line numbers; lines are indented by 3 spaces.",
  input: z.strictObject({
    places: z
      .array(z.string().min(1).max(MAX_PLACE_CHARS))
      .min(1)
      .max(MAX_PLACES)
      .describe("Ids, citations (notes:a.md#L3-L9), paths, path:10-40, globs"),
    root: RootName.optional().describe(""),
    budget: z.int().min(100).max(MAX_BUDGET).default(USUAL_BUDGET).describe("Tokens"),
  }),
  hints: READS,
  async run({ places, root, budget }, caller) {
    const shown = await readAll(caller, { places: [...new Set(places)], root, budget });
    const { passages, failed } = shown;
    if (passages.length === 0 && failed.length > 0)
      throw new AppError("not_found", failed.map(({ place, message }) => `${place}: ${message}`).join("; "));
    return { text: render(shown) };
  },
});
