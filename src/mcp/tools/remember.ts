import { z } from "@hono/zod-openapi";
import { withMemory } from "../../documents/passages/memory-id.ts";
import { AppError } from "../../errors.ts";
import { MemoryChange, RememberRequest } from "../../memories/contract/memories.ts";
import { onOneLine } from "../../text/line-ends.ts";
import type { OpenWorkspace } from "../../workspaces/open-workspace.ts";
import type { Caller } from "../caller.ts";
import { passageSource } from "../passages.ts";
import { defineTool, errorText } from "../tool.ts";

const MAX_TEXTS = 100;
/** Texts between two looks at whether the client still waits: what a batch of the free plan may hold. */
const SLICE = 20;

const { shape } = RememberRequest;

const Output = z.object({
  memories: z.array(
    z.object({
      id: z.string().optional(),
      action: z.enum(["created", "merged", "unchanged", "changed", "failed"]),
      mayContradict: z.array(z.string()).optional(),
      redacted: z.array(z.string()).optional(),
      error: z.string().optional(),
    }),
  ),
});
type Shown = z.infer<typeof Output>["memories"][number];
type Answer = Awaited<ReturnType<Caller["services"]["rememberMany"]>>["answers"][number];

function shownOf(answer: Answer): Shown {
  if ("error" in answer) {
    return { action: "failed", error: errorText(answer.error) };
  }
  const { action, memory, redacted, mayContradict } = answer;
  const kinds = redacted.map(({ kind }) => kind);
  const rivals = mayContradict.map(({ words, text }) => `${words}: ${onOneLine(text)}`);
  return {
    ...{ id: memory.id, action },
    ...(rivals.length > 0 && { mayContradict: rivals }),
    ...(kinds.length > 0 && { redacted: kinds }),
  };
}

/** How one that is contradicted is replaced; said once. */
const SETTLE = "To replace one, remember the text again with its id as supersedes.";

const lineOf = ({ id, action, mayContradict = [], redacted, error }: Shown): string =>
  [
    error ?? `${action} ${id}${redacted === undefined ? "" : `, without ${redacted.join(", ")}`}`,
    ...mayContradict.map((words) => `  ${words}`),
  ].join("\n");

const textOf = (memories: readonly Shown[]): string =>
  [
    ...memories.map(lineOf),
    ...(memories.some(({ mayContradict }) => mayContradict !== undefined) ? [SETTLE] : []),
  ].join("\n");

/** Slice by slice, so that a client that has gone stops what is left; what was kept by then stays. */
async function keepAll(
  caller: Caller,
  context: OpenWorkspace,
  requests: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < requests.length; from += SLICE) {
    caller.signal.throwIfAborted();
    const memories = requests.slice(from, from + SLICE);
    answers.push(...(await caller.services.rememberMany(context, { memories })).answers);
    await caller.progress(answers.length, requests.length);
  }
  return answers;
}

type Fields = Omit<z.input<typeof RememberRequest>, "text">;

/** One by itself throws what is wrong with it; of several each has its own answer. */
async function keep(caller: Caller, texts: readonly string[], shared: Fields): Promise<readonly Answer[]> {
  if (shared.supersedes !== undefined && texts.length > 1)
    throw new AppError("invalid_input", "supersedes: send the one text that takes its place by itself");
  const context = await caller.writing();
  const [only] = texts;
  if (texts.length > 1 || only === undefined)
    return keepAll(
      caller,
      context,
      texts.map((text) => ({ text, ...shared })),
    );
  return [await caller.services.remember(context, RememberRequest.parse({ text: only, ...shared }))];
}

interface Change {
  readonly id: string;
  readonly texts: readonly string[];
  readonly fields: Fields;
}

/** What is not given stays as it is. */
async function change(caller: Caller, { id, texts, fields }: Change): Promise<Shown> {
  if (texts.length > 1 || fields.supersedes !== undefined)
    throw new AppError("invalid_input", "id: a change takes one text at most, and no supersedes");
  if (texts.length === 0 && Object.values(fields).every((value) => value === undefined))
    throw new AppError("invalid_input", "id: say what changes, its text or a field");
  const wanted = MemoryChange.parse({ ...fields, ...(texts.length === 1 && { text: texts[0] }) });
  const context = await caller.writing();
  const { memory, redacted } = await withMemory(passageSource(context), id, (named) =>
    caller.services.changeMemory(context, named, wanted),
  );
  const kinds = redacted.map(({ kind }) => kind);
  return { id: memory.id, action: "changed", ...(kinds.length > 0 && { redacted: kinds }) };
}

export const remember = defineTool({
  name: "remember",
  description:
    "Save facts, decisions, preferences or lessons as memories for later sessions; or edit one memory by its id. Duplicates are merged, secrets redacted.",
  input: z.strictObject({
    texts: z.array(shape.text).max(MAX_TEXTS).default([]).describe("One fact each, complete in itself"),
    id: z.string().min(1).max(200).optional().describe("Change this memory instead: its text or fields"),
    type: shape.type.describe("fact, decision, preference, correction, …"),
    tags: shape.tags,
    session: shape.session,
    source: shape.source.describe("Agent, URL or file"),
    importance: shape.importance.describe(""),
    confidence: shape.confidence.describe("How sure"),
    priority: shape.priority.describe("1: most"),
    supersedes: shape.supersedes.describe("Id of an outdated memory that the one text replaces"),
    force: z.boolean().optional().describe("Even noise"),
  }),
  output: Output,
  hints: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  async run({ texts, id, ...fields }, caller) {
    if (texts.length === 0 && id === undefined)
      throw new AppError("invalid_input", "texts: give what to remember, or the id of a memory to change");
    const memories =
      id === undefined
        ? (await keep(caller, texts, fields)).map(shownOf)
        : [await change(caller, { id, texts, fields })];
    return { structured: { memories }, text: textOf(memories) };
  },
});
