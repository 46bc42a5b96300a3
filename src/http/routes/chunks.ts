import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { ChunkAnswer, ChunkId } from "../../search/contract/chunks.ts";
import { needs } from "../access.ts";
import { answers } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Documents"];

const READ = createRoute({
  ...needs("read"),
  method: "get",
  path: "/chunks/{id}",
  operationId: "readChunk",
  tags,
  summary: "Read one chunk by its id",
  description: "The passage that a hit stands for, by its id or a start of it that no other has.",
  request: { params: z.object({ id: ChunkId }) },
  responses: answers(ChunkAnswer, "The chunk, exactly as pushed", "not_found", "ambiguous"),
});

/** /v1/chunks */
export const chunkRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid }).openapi(READ, async (c) =>
    c.json(await services.readChunk(c.get("workspace"), c.req.valid("param").id), 200),
  );
