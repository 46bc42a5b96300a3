import type { Context, MiddlewareHandler } from "hono";
import { DEFAULTS } from "../config.ts";
import { IDEMPOTENCY_HEADER, REPLAY_HEADER } from "../contract/headers.ts";
import { whereItLives } from "../database/several/directory.ts";
import {
  type Claim,
  claimWrite,
  finishWrite,
  type KeyedWrite,
  releaseWrite,
} from "../database/idempotency-store.ts";
import { AppError } from "../errors.ts";
import { shortHash } from "../text/hash.ts";
import type { AppEnv, AppParts } from "./app-parts.ts";
import { isRead } from "./authenticate.ts";
import { seal, unseal } from "../text/sealed.ts";

/**
 * Migrations do each thing once by themselves, and work before there is a table of keys. A kept answer would hold half of a
 * sign-in, or a link, and lack the cookie.
 */
const NEED_NO_KEY: readonly string[] = ["/v1/migrations", "/v1/sign-ins", "/v1/sign-ins/links"];

/** Visible ASCII, as the header's draft standard has it (draft-ietf-httpapi-idempotency-key-header). */
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * A write under an `Idempotency-Key` is carried out once a token and key in 24 hours: the same request again is given the
 * first one's answer. Successes only are kept, up to 64 KB, sealed so that the database alone tells nothing of them; what
 * was refused or failed may be sent again. Costs one round trip before the write and one after the answer. Throws
 * `idempotency_mismatch` for another request under the key, `idempotency_running` while the first one is under way, and
 * `idempotency_done` when its answer could not be kept.
 */
export const idempotency =
  ({ secrets, now }: AppParts): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const key = c.req.header(IDEMPOTENCY_HEADER);
    if (key === undefined || isRead(c.req.method, c.req.path)) return next();
    if (!KEY.test(key))
      throw new AppError("invalid_input", "Idempotency-Key: 1 to 255 visible ASCII characters");
    if (NEED_NO_KEY.includes(c.req.path)) return next();
    const { claims, session, admitted, later, notes } = c.get("request");
    await admitted;
    const write = { ...(await namedWrite(c, key)), token: claims.id, workspace: claims.workspace };
    const claim = await whereItLives(session, () => claimWrite(session, write, now()), {
      workspace: claims.workspace,
      isMissing: ({ state }) => state === "gone",
    });
    // The route itself refuses a revoked token, with its own message.
    if (claim.state === "gone") return next();
    if (claim.state !== "mine") {
      notes.replayed = true;
      return replay(claim, secrets, key);
    }
    await next();
    const { ok, status } = c.res;
    if (!ok) return later(() => releaseWrite(session, write, claim.claim));
    const answered = c.res.clone();
    later(async () => {
      const body = await keptBody(answered, { secret: secrets[0] ?? "", key });
      await finishWrite(session, write, { claim: claim.claim, status, body });
    });
  };

async function namedWrite(c: Context<AppEnv>, key: string): Promise<Pick<KeyedWrite, "key" | "request">> {
  const { pathname, search } = new URL(c.req.url);
  // The bytes stay with the request: reading it as JSON later takes them from there.
  const body = await shortHash(new Uint8Array(await c.req.arrayBuffer()));
  return {
    key: await shortHash(key),
    request: await shortHash(`${c.req.method} ${pathname}${search}\n${body}`),
  };
}

async function keptBody(
  answered: Response,
  { secret, key }: { secret: string; key: string },
): Promise<string | null> {
  const text = await answered.text();
  return text.length > DEFAULTS.maxReplayedChars ? null : seal(text, secret, key);
}

/**
 * Asked again after as long as it has been under way already, at the latest when whoever died with it no longer holds the key: few
 * tries outlast that, and a first one that lives is not waited for twice as long as it takes.
 */
function underWay({ running = { forMs: 0, leftMs: 0 } }: Claim): AppError {
  const waitMs = Math.min(running.forMs, running.leftMs);
  return new AppError(
    "idempotency_running",
    "The first request with this Idempotency-Key is under way, or died less than a minute ago",
    { details: { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) } },
  );
}

async function replay(claim: Claim, secrets: readonly string[], key: string): Promise<Response> {
  if (claim.state === "other_request")
    throw new AppError("idempotency_mismatch", "This Idempotency-Key was used for another request");
  if (claim.state === "running") throw underWay(claim);
  const text = claim.body === null ? undefined : await unseal(claim.body, secrets, key);
  if (text === undefined)
    throw new AppError("idempotency_done", "This was done already; its answer was not kept");
  return new Response(text, {
    status: claim.status ?? 200,
    headers: { "content-type": "application/json", [REPLAY_HEADER]: "true" },
  });
}
