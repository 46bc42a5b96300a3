import { afterAll, beforeAll } from "vitest";
import local from "../../../src/local.ts";
import { createClient, type TestClient, testEnv } from "../client.ts";
import type { TestDatabase } from "./database.ts";
import { openQuickDatabase } from "./quick-database.ts";

interface LocalWorkspace {
  database: TestDatabase;
  client: TestClient;
  token: string;
}

/** Until every passage has its vector: what a busy machine leaves for later would change the index between two searches. */
async function untilEmbedded({ client, token }: LocalWorkspace): Promise<void> {
  for (;;) {
    const { body } = await client.call("GET", "/v1/status", { token });
    if (body.index.pendingChunks === 0) return;
    await client.sweep();
  }
}

/** The local Worker with these files in a workspace, all of them embedded, for the tests of a group. */
export function localWorkspace(files: Readonly<Record<string, string>> = {}): Readonly<LocalWorkspace> {
  const here = {} as LocalWorkspace;
  beforeAll(async () => {
    here.database = await openQuickDatabase();
    here.client = createClient(local as never, testEnv(here.database.database));
    here.token = await here.client.workspace("default");
    await here.client.upload(here.token, files);
    await untilEmbedded(here);
  });
  afterAll(() => here.database.dispose());
  return here;
}
