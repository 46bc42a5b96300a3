import type { Place } from "../../test/integration/isolation/places.ts";
import type { TestClient } from "../../test/support/client.ts";
import type { Places } from "./places.ts";

/** A word of every workspace that attacked. */
const HOSTILE_MARK = "zardon";

const MAX_PAGES = 1_000;

interface Check {
  readonly check: string;
  readonly failed: number;
}

/** What a workspace tells its admin of itself, page by page. */
async function pages(
  client: TestClient,
  token: string,
  path: string,
): Promise<readonly Record<string, never>[]> {
  const all: Record<string, never>[] = [];
  let cursor: string | null = "";
  while (cursor !== null && all.length < MAX_PAGES) {
    const page = cursor === "" ? path : `${path}&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await client.call("GET", `/v1${page}`, { token });
    if (status !== 200) throw new Error(`${page} was answered ${status}`);
    all.push(body);
    cursor = body.nextCursor as string | null;
  }
  return all;
}

/** What a workspace holds, as its export has it: by kind, each once, without ids and times. */
async function holdings(client: TestClient, { tokens }: Place): Promise<readonly string[]> {
  const exported = await pages(client, tokens.admin, "/export?vectors=false");
  const records = exported.flatMap(({ records = [] }) => records as readonly Record<string, unknown>[]);
  return records
    .map((record) => `${record.type} ${String(record.text ?? record.name ?? JSON.stringify(record))}`)
    .toSorted();
}

export interface Found {
  readonly workspace: string;
  /** Records of its export, and checks of its audit. */
  readonly records: number;
  readonly checks: number;
  readonly problems: readonly string[];
}

/** Looks at what workspaces beside the attack hold; what it answers looks again, and says what is wrong with each of them. */
export async function aftermathOf({ client, victim, twins }: Places) {
  const before = await holdings(client, victim);
  return async (remembered: readonly string[]): Promise<readonly Found[]> => {
    const expected = [...before, ...remembered.map((text) => `memory ${text}`)];
    const found = [await lookAt(client, victim, expected)];
    // Those two have written meanwhile, by themselves.
    for (const twin of twins) found.push(await lookAt(client, twin));
    return found;
  };
}

async function lookAt(client: TestClient, place: Place, expected?: readonly string[]): Promise<Found> {
  const workspace = place.names.slug;
  const now = await holdings(client, place);
  const audits = await pages(client, place.tokens.admin, "/audit?full=true");
  const checks = audits.flatMap(({ checks: some = [] }) => some as readonly Check[]);
  const wrong = (what: string, some: readonly string[]): readonly string[] =>
    some.length === 0
      ? []
      : [`${workspace}: ${some.length} ${what}: ${JSON.stringify(some[0]?.slice(0, 200))}`];
  const problems = [
    ...wrong("of its own are missing", expected?.filter((one) => !now.includes(one)) ?? []),
    ...wrong(
      "that it never wrote are in it",
      (expected && now.filter((one) => !expected.includes(one))) || [],
    ),
    ...wrong(
      "are an attacker's",
      now.filter((one) => one.includes(HOSTILE_MARK)),
    ),
    ...checks
      .filter(({ failed }) => failed > 0)
      .map(({ check, failed }) => `${workspace}: ${check} failed ${failed} times`),
  ];
  return { workspace, records: now.length, checks: checks.length, problems };
}
