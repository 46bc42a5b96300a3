import { type Place, fillPlaces, openPlace } from "../../test/integration/isolation/places.ts";
import { createClient, type TestClient, testEnv } from "../../test/support/client.ts";
import type { AttackedServer } from "./server.ts";

/** Who asks. `narrow` reads one root; `ended` was revoked; `forged` was signed by nobody here. */
export const SCOPES = ["none", "forged", "ended", "read", "narrow", "write", "admin", "owner"] as const;
export type AttackScope = (typeof SCOPES)[number];

/** The attacker's own workspace, which does not outlive what is done to it: now and then it gets another one. */
export interface Hostile {
  readonly place: Place;
  readonly tokens: Readonly<Record<AttackScope, string | undefined>>;
}

/** What is there before, beside the attacker's. */
export interface Places {
  readonly client: TestClient;
  readonly victim: Place;
  /** Two workspaces with the same things, whose answers are compared. */
  readonly twins: readonly [Place, Place];
  /** Named as the victim's things are, and nowhere any more. */
  readonly never: Place;
}

/** Calls a running server as the tests call a Worker: every answer is checked against the API's description. */
export function clientOf({ url, secret }: Pick<AttackedServer, "url" | "secret">): TestClient {
  const env = testEnv({} as D1Database, { SIGNING_SECRET: secret });
  const refuse = async (): Promise<never> => {
    throw new Error("a server does its background work by itself");
  };
  const fetched = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const body = ["GET", "HEAD"].includes(method) ? null : await request.arrayBuffer();
    return fetch(`${url}${pathname}${search}`, { method, headers, body });
  };
  const handlers = { fetch: fetched, queue: refuse, scheduled: refuse };
  return createClient(handlers, env, { env, begin: () => undefined });
}

/** A token whose claims were changed, under the signature of what it was. */
const forgedOf = (token: string): string =>
  token.replace(/\.r\./, ".a.").replace(/(.)$/, (last) => (last === "A" ? "B" : "A"));

const open = async (client: TestClient, slug: string, mark: string): Promise<Place> =>
  openPlace(client, slug, mark);

/** Fills the server with workspaces. */
export async function fillServer(server: AttackedServer): Promise<Places> {
  const client = clientOf(server);
  const victim = await open(client, "victim", "zarbon");
  const twins = [await open(client, "twin-1", "one"), await open(client, "twin-2", "two")] as const;
  const never = await open(client, "zarcon", "zarcon");
  const advance = (): void => undefined;
  await fillPlaces(client, { places: [victim, ...twins, never], advance, alsoOwn: [victim, never] });
  await removeWorkspace(client, never.names.slug);
  const [one, two] = twins;
  return { client, victim, never, twins: [await unlogged(client, one), await unlogged(client, two)] };
}

/** With tokens whose searches leave no trace: what is asked of twins must not make them differ. */
async function unlogged(client: TestClient, place: Place): Promise<Place> {
  const mint = async (scope: "read" | "write"): Promise<string> =>
    (await client.call("POST", "/v1/tokens", { token: place.tokens.admin, body: { scope, log: false } })).body
      .token;
  return { ...place, tokens: { ...place.tokens, read: await mint("read"), write: await mint("write") } };
}

export const removeWorkspace = async (client: TestClient, slug: string): Promise<unknown> =>
  client.call("DELETE", `/v1/workspaces/${slug}`, { token: await client.owner() });

/** A new workspace of the attacker's with something of everything in it, and a token of every scope. */
export async function openHostile(client: TestClient, round: number): Promise<Hostile> {
  const place = await open(client, `hostile-${round}`, `zardon${round}`);
  await fillPlaces(client, { places: [place], advance: () => undefined, alsoOwn: [place] });
  const { names, tokens } = place;
  const mint = async (body: object): Promise<{ readonly id: string; readonly token: string }> =>
    (await client.call("POST", "/v1/tokens", { token: tokens.admin, body })).body;
  const narrow = await mint({ scope: "read", roots: [names.root] });
  const ended = await mint({ scope: "write" });
  await client.call("DELETE", `/v1/tokens/${ended.id}`, { token: tokens.admin });
  const others = { none: undefined, forged: forgedOf(tokens.read), ended: ended.token, narrow: narrow.token };
  return { place, tokens: { ...tokens, ...others, owner: await client.owner() } };
}
