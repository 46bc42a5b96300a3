import { z } from "@hono/zod-openapi";
import { FeedbackRequest, VOTES } from "../../recalls/contract/feedback.ts";
import { giveFeedback, takeFeedback } from "../../recalls/feedback.ts";
import { defineTool } from "../tool.ts";

const { shape } = FeedbackRequest;

export const feedback = defineTool({
  name: "feedback",
  description: "Vote whether a hit or memory helped (up) or misled (down); later searches rank by it.",
  input: z.strictObject({
    recallId: shape.recallId.describe(""),
    hit: z.union([z.string().min(1).max(64), z.int().min(1).max(100)]).describe("Rank, or any id"),
    vote: z.enum([...VOTES, "none"]),
    note: shape.note,
  }),
  output: z.object({
    chunk: z.string(),
    vote: z.enum([...VOTES, "none"]),
    sum: z.number(),
  }),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ recallId, hit, vote, note }, caller) {
    const context = await caller.voting();
    const request = { recallId, chunk: shape.chunk.parse(hit) };
    const answer =
      vote === "none"
        ? await takeFeedback(context, request)
        : await giveFeedback(context, { ...request, value: vote, note });
    const structured = { chunk: answer.chunk, vote: answer.value, sum: answer.votes.net };
    return { structured, text: `${answer.value} ${answer.chunk}, sum ${answer.votes.net.toFixed(2)}` };
  },
});
