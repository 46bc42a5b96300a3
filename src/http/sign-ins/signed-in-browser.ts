import type { Context } from "hono";
import { SIGN_IN_HEADER } from "../../contract/headers.ts";
import { FIRST } from "../../database/several/databases.ts";
import { openSession, type Session } from "../../database/session.ts";
import { AppError } from "../../errors.ts";
import { createMeter } from "../../models/ports.ts";
import { recentlyUsed } from "../../text/recently-used.ts";
import {
  claimsOfLink,
  hashOfProof,
  placeOfCookie,
  type SignedIn,
  signedIn,
} from "../../workspaces/sign-ins/sign-ins.ts";
import type { Place, TokenClaims } from "../../workspaces/token.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { isOwnPage } from "../door.ts";
import { cookieIn } from "./cookie.ts";

type Parts = Pick<AppParts, "databases" | "secrets" | "day" | "now">;

/** Sign-ins whose claims an isolate remembers. */
const MAX_REMEMBERED = 1_000;

/** What a request brings to prove a sign-in, and where that lies. */
interface Proof extends Place {
  readonly hash: string;
}

/** The hash of the proof that a request brings, cookie and key; undefined: it brings none. */
export async function proofIn(request: Request, secrets: readonly string[]): Promise<Proof | undefined> {
  const key = request.headers.get(SIGN_IN_HEADER);
  const cookie = key === null ? undefined : await cookieIn(request, secrets);
  const hash = key === null || cookie === undefined ? undefined : await hashOfProof({ cookie, key });
  return hash === undefined ? undefined : { hash, ...placeOfCookie(cookie ?? "") };
}

/** A browser says of a POST without a body that it has none, and the runtime gives it an empty one. */
const hasBody = ({ body, headers, method }: Request): boolean =>
  body !== null && headers.get("content-length") !== "0" && method !== "GET" && method !== "HEAD";

/**
 * Refuses what no page of this server sends with its cookie. The key, which only the page knows, keeps other pages out by
 * itself; origin and content type do so where a key has leaked.
 */
function assertByPage(request: Request): void {
  const { headers, method } = request;
  const isRead = method === "GET" || method === "HEAD";
  if (!isOwnPage(request) || (!isRead && headers.get("origin") === null))
    throw new AppError("forbidden", "A signed-in browser is answered on this server's own page only");
  if (hasBody(request) && !/^application\/json\b/i.test(headers.get("content-type") ?? ""))
    throw new AppError("forbidden", "A signed-in browser sends JSON: content-type application/json");
}

const ENDED = "This browser is signed out: sign in again";

/** A request's sign-in; `confirmed` rejects with `unauthorized` where it has ended meanwhile. */
export interface ShownSignIn extends SignedIn {
  readonly confirmed: Promise<void>;
}

/** Signing in takes a link; asking what it would sign in to leaves it. */
export type LinkUse = "take" | "look";

/**
 * Who a browser without a token is, by its cookie and its key. The database says so each time: an isolate that has met the
 * sign-in before goes on with its claims beside that read, instead of after it.
 */
export function signedInBrowsers({ databases, secrets, day, now }: Parts) {
  const known = recentlyUsed<string, SignedIn>(MAX_REMEMBERED);
  const open = (from: "nearest" | "primary", database = FIRST): Session =>
    openSession(databases, { from, database, meter: createMeter(), ...(day && { day }) });
  const look = async ({ hash, ...place }: Proof): Promise<SignedIn> => {
    const database = databases.of(place);
    if (databases.at(database) === undefined) throw new AppError("unauthorized", ENDED);
    const { workspace } = place;
    const found = await signedIn(open("nearest", database), { hash, workspace }, now());
    if (found === undefined) throw new AppError("unauthorized", ENDED);
    known.set(hash, found);
    return found;
  };
  return {
    /** Undefined: the request brings no proof. Throws `unauthorized` for one that counts no more, `forbidden`, `rate_limited`. */
    async find({ req: { raw } }: Context<AppEnv>, admitted: Promise<void>): Promise<ShownSignIn | undefined> {
      if (raw.headers.has("authorization")) return undefined;
      const proof = await proofIn(raw, secrets);
      if (proof === undefined) return undefined;
      assertByPage(raw);
      await admitted;
      const looked = look(proof);
      const confirmed = looked.then(() => undefined);
      // Whoever needs it awaits it; until then a refusal is not an unhandled one.
      confirmed.catch(() => undefined);
      return { ...(known.get(proof.hash) ?? (await looked)), confirmed };
    },
    /** The claims that a link's secret stands for: what signs in takes it. Throws `unauthorized`, `rate_limited`. */
    async byLink(secret: string, use: LinkUse, admitted: Promise<void>): Promise<TokenClaims> {
      await admitted;
      return claimsOfLink(open("primary"), secret, { nowMs: now(), takes: use === "take" });
    },
  };
}
export type SignedInBrowsers = ReturnType<typeof signedInBrowsers>;
