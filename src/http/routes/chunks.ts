import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { ChunkAnswer, ChunkId } from "../../contract/chunks.ts";
import { answers } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { forWorkspace } from "../authenticate.ts";
import { refuseInvalid } from "../errors.ts";

const READ = createRoute({
  middleware: forWorkspace("read"),
  method: "get",
  path: "/chunks/{id}",
  summary: "Read one chunk by its id",
  request: { params: z.object({ id: ChunkId }) },
  responses: answers(ChunkAnswer, "The chunk, exactly as pushed"),
});

/** /v1/chunks */
export const chunkRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid }).openapi(READ, async (c) =>
    c.json(await services.readChunk(c.get("workspace"), c.req.valid("param").id), 200),
  );
