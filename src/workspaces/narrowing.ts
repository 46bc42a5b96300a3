import { z } from "@hono/zod-openapi";
import { MEMORY_ROOT } from "../config.ts";
import { RootName, SessionId } from "../contract/common.ts";
import { AppError } from "../errors.ts";
import { parseJson } from "../text/parse-json.ts";

/** Roots of one token: its text is sent with every request. */
const MAX_ROOTS = 8;

/** Less than a workspace: what a token is limited to. */
export const NarrowFields = {
  roots: z
    .array(RootName)
    .min(1)
    .max(MAX_ROOTS)
    .refine((roots) => new Set(roots).size === roots.length, "each root once")
    .optional()
    .meta({ description: "Only documents of these roots; `memories` is the root of memories" }),
  session: SessionId.optional().meta({ description: "Only memories of this session" }),
  log: z.literal(false).optional().meta({ description: "Its searches are never written to the recall log" }),
};

const Narrowed = z.strictObject(NarrowFields);
export type Narrowing = z.infer<typeof Narrowed>;

/** Characters of Latin-1, of which base64 is made. */
const toBinary = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");

/** As a token carries it: base64url of its JSON; "-": nothing. */
export function encodeNarrowing(narrow: Narrowing | undefined): string {
  if (narrow === undefined) return "-";
  const { roots, session, log } = narrow;
  const text = JSON.stringify({ roots, session, log });
  return btoa(toBinary(text)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What a token carries; undefined for anything that `encodeNarrowing` does not write. */
export function parseNarrowing(text: string): Narrowing | undefined {
  if (text.length % 4 === 1) return undefined;
  const units = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const json = new TextDecoder().decode(Uint8Array.from(units, (unit) => unit.charCodeAt(0)));
  const { data } = Narrowed.safeParse(parseJson(json));
  return data !== undefined && encodeNarrowing(data) === text ? data : undefined;
}

/** The documents that somebody may see; an empty one: all. */
export interface Confines {
  readonly roots?: readonly string[];
  readonly session?: string;
}

/** What a token's requests are confined to; undefined: it sees its whole workspace. */
export function confinesOf(narrow: Narrowing | undefined): Confines | undefined {
  if (narrow?.roots === undefined && narrow?.session === undefined) return undefined;
  const { roots, session } = narrow;
  return { ...(roots !== undefined && { roots }), ...(session !== undefined && { session }) };
}

/** Words for what a token sees, for messages. */
const named = ({ roots, session }: Confines): string =>
  [
    ...(roots === undefined ? [] : [`the ${roots.length === 1 ? "root" : "roots"} ${roots.join(", ")}`]),
    ...(session === undefined ? [] : [`the memories of session ${session}`]),
  ].join(" and ");

/** `forbidden`: this cannot be confined to what the token sees. */
export const notConfined = (confines: Confines, what: string): AppError =>
  new AppError("forbidden", `This token is limited to ${named(confines)}: ${what}`, { details: confines });

/** Throws `forbidden` where a request names a root, or a session, that its token does not see. */
export function checkNamed(
  confines: Confines | undefined,
  { root, session }: { readonly root?: string | undefined; readonly session?: string | undefined },
): void {
  if (confines === undefined) return;
  const { roots = confines.session === undefined ? undefined : [MEMORY_ROOT] } = confines;
  if (root !== undefined && roots !== undefined && !roots.includes(root))
    throw notConfined(confines, `it does not see the root ${root}`);
  if (session !== undefined && confines.session !== undefined && session !== confines.session)
    throw notConfined(confines, "it does not see other sessions");
}
