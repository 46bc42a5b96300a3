import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "../../src/cli/eval/bootstrap.ts";
import local from "../../src/local.ts";
import { FUZZ_FILES, isRefused, queryString } from "../quality/query-strings.ts";
import { createClient, type TestClient, testEnv } from "../support/client.ts";
import { openDatabase, type TestDatabase } from "../support/database.ts";

/** `scripts/fuzz-queries.ts` asks fifty times as many. */
const QUERIES = 2_000;
const AT_ONCE = 20;
const SEED = 1_105;

describe("a query string", () => {
  let database: TestDatabase;
  let client: TestClient;
  let token: string;

  beforeAll(async () => {
    database = await openDatabase();
    client = createClient(local as never, testEnv(database.database));
    token = await client.workspace("default");
    await client.upload(token, FUZZ_FILES);
    await client.sweep();
  });
  afterAll(() => database.dispose());

  /** Status and code when they are not what the contract says. */
  async function problem(query: string, at: number): Promise<string | undefined> {
    const profile = at % 2 === 0 ? "edge" : "keyword";
    const { status, body } = await client.search(token, query, { profile });
    const expected = isRefused(query) ? "400 invalid_input" : "200 ";
    const answered = `${status} ${body.error?.code ?? ""}`;
    return answered === expected ? undefined : `${JSON.stringify(query)}: ${answered}, not ${expected}`;
  }

  it("of any kind is answered, and refused exactly when it is empty or too long", async () => {
    const random = seededRandom(SEED);
    const queries = Array.from({ length: QUERIES }, () => queryString(random));
    const problems: string[] = [];
    for (let at = 0; at < queries.length; at += AT_ONCE) {
      const slice = queries.slice(at, at + AT_ONCE);
      const found = await Promise.all(slice.map((query, offset) => problem(query, at + offset)));
      problems.push(...found.filter((text) => text !== undefined));
    }
    expect(problems).toEqual([]);
  });

  it("is refused often enough, and found often enough, for the test above to mean something", async () => {
    const random = seededRandom(SEED);
    const queries = Array.from({ length: QUERIES }, () => queryString(random));
    const refused = queries.filter(isRefused).length;
    expect(refused).toBeGreaterThan(QUERIES / 50);
    expect(refused).toBeLessThan(QUERIES / 5);
    const answers = await Promise.all(
      queries
        .filter((query) => !isRefused(query))
        .slice(0, AT_ONCE * 2)
        .map((query) => client.search(token, query)),
    );
    expect(answers.filter(({ body }) => body.outcome === "found").length).toBeGreaterThan(AT_ONCE / 2);
  });
});
