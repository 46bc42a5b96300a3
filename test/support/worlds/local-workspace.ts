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

/** The local Worker with these files in a workspace, for the tests of a group. */
export function localWorkspace(files: Readonly<Record<string, string>> = {}): Readonly<LocalWorkspace> {
  const here = {} as LocalWorkspace;
  beforeAll(async () => {
    here.database = await openQuickDatabase();
    here.client = createClient(local as never, testEnv(here.database.database));
    here.token = await here.client.workspace("default");
    await here.client.upload(here.token, files);
  });
  afterAll(() => here.database.dispose());
  return here;
}
