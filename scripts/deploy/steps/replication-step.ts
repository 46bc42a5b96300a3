import { COMMANDS } from "../commands.ts";
import { type Context, findDatabase } from "../context.ts";
import type { Left, Step } from "./run-steps.ts";

/** wrangler reads the same variable, for Cloudflare's other regions. */
const API = "https://api.cloudflare.com/client/v4";
const TIMEOUT_MS = 30_000;

/** `auth token --json` of wrangler 4.164; a global API key has no `token`, and is left alone. */
interface Credential {
  readonly token?: string;
}

async function credential({ wrangler }: Context): Promise<string | undefined> {
  const { code, stdout } = await wrangler(COMMANDS.credential());
  return code === 0 ? (JSON.parse(stdout) as Credential).token : undefined;
}

/** What the API says of a database: https://developers.cloudflare.com/api/resources/d1/subresources/database/methods/edit */
interface DatabaseAnswer {
  readonly result?: { readonly read_replication?: { readonly mode?: string } };
}

interface Place {
  readonly url: string;
  readonly token: string;
}

async function placeOf(context: Context, name: string): Promise<Place | undefined> {
  const { CLOUDFLARE_API_BASE_URL: base = API } = context.env;
  const [database, token] = await Promise.all([findDatabase(context, name), credential(context)]);
  if (database === undefined || token === undefined) return undefined;
  return { url: `${base}/accounts/${context.account.id}/d1/database/${database.uuid}`, token };
}

/** The mode that the API answers; undefined when it does not allow this, or cannot be reached. */
async function mode({ url, token }: Place, change: object | undefined): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: change === undefined ? "GET" : "PATCH",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(change !== undefined && { body: JSON.stringify(change) }),
    });
    const { result } = (await response.json()) as DatabaseAnswer;
    return response.ok ? result?.read_replication?.mode : undefined;
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException)
      return undefined;
    throw error;
  }
}

async function switchOn(context: Context, name: string): Promise<string | Left> {
  const place = await placeOf(context, name);
  const reached = place && (await mode(place, { read_replication: { mode: "auto" } }));
  if (reached === "auto") return "switched on";
  const path = `https://dash.cloudflare.com/${context.account.id}/workers/d1`;
  return {
    left: `one click that is yours: ${path}, ${name}, Settings, Enable Read Replication (searches far from the database get faster; all works without it)`,
  };
}

/** Copies of a database near its readers. wrangler has no command for it. */
export const replicationStep = (context: Context, name: string): Step => ({
  name: context.deployment.databases.length === 1 ? "read replication" : `read replication of ${name}`,
  isDone: async () => {
    const place = await placeOf(context, name);
    return place !== undefined && (await mode(place, undefined)) === "auto" ? "on already" : undefined;
  },
  run: () => switchOn(context, name),
});
