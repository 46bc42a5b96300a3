import { AppError } from "../../src/errors.ts";
import type { Arguments } from "./commands.ts";

/** What wrangler said, without colours. */
export interface Answer {
  readonly args: Arguments;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A step that went wrong: what happened, and what to do about it. */
export const failure = (message: string, advice: string): AppError =>
  new AppError("unavailable", message, { details: { advice } });

/** What a failure advises; empty for one that knows nothing better. */
export function adviceOf({ details }: AppError): string {
  const { advice } = (details ?? {}) as { readonly advice?: unknown };
  return typeof advice === "string" ? advice : "";
}

const PERMISSIONS =
  "Workers Scripts, D1, Vectorize and Queues: Edit; Workers AI and Account Settings: Read; User Details and Memberships: Read";

/**
 * What helps, by what wrangler 4.164 prints. Sources: (W) its own code, (R) its output against a recorded API,
 * (I) reports in cloudflare/workers-sdk, which show codes that only the API knows.
 */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  // (R) every command without a login; `auth token` says it in other words.
  [
    /set a CLOUDFLARE_API_TOKEN|Not logged in|not authenticated/i,
    "Log in with `npx wrangler login` in a terminal, or set CLOUDFLARE_API_TOKEN.",
  ],
  // (W) the list of accounts follows in its message.
  [/More than one account/, "Set CLOUDFLARE_ACCOUNT_ID to the account to use."],
  // (I) issues 10981 and 11210: queues; 10015 is the older wording.
  [
    /\[code: (?:100129|10015)\]|paid plan/i,
    "The account's plan does not allow this. Queues are part of the free plan since February 2026 (accounts from before may need Workers to be opened once in the dashboard); otherwise take Workers Paid.",
  ],
  // (W) d1 create, code 7406.
  [/maximum number of D1 databases/, "Delete a database you no longer need, or take Workers Paid."],
  // (W) deploy, where the account never had a Worker.
  [
    /workers\.dev subdomain/,
    "Open Workers & Pages once in the dashboard (https://dash.cloudflare.com/?to=/:account/workers): that registers the subdomain.",
  ],
  // (I) a token without a permission.
  [
    /\[code: (?:10000|10001|9109)\]|Authentication error/,
    `The credential lacks a permission. An API token needs, on the account: ${PERMISSIONS}. After \`wrangler login\` of an old version, log in again.`,
  ],
  [/fetch failed|ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN/, "Is this machine online?"],
];

/** The message inside what wrangler printed: from its ERROR mark to the first line that is not about it. */
export function problemOf({ stdout, stderr }: Pick<Answer, "stdout" | "stderr">): string {
  const lines = `${stderr}\n${stdout}`.split("\n");
  const start = lines.findIndex((line) => line.includes("[ERROR]"));
  if (start === -1) return (stderr.trim() || stdout.trim()).split("\n").at(-1) ?? "";
  const end = lines.findIndex(
    (line, at) => at > start && /^\s*(?:If you think this|🪵|To learn more)/u.test(line),
  );
  return lines
    .slice(start, end === -1 ? undefined : end)
    .map((line) => line.replace(/^.*\[ERROR\]/, "").trim())
    .filter((line) => line !== "")
    .join(" ");
}

/** The failure that an answer of wrangler stands for. */
export function refused(answer: Answer): AppError {
  const problem = problemOf(answer);
  const known = ADVICE.find(([pattern]) => pattern.test(problem))?.[1];
  return failure(
    problem || `wrangler ended with code ${answer.code}`,
    known ?? `\`npx wrangler ${answer.args.join(" ")}\` shows all that it says.`,
  );
}

/** The standard output of a call that went well. Throws AppError otherwise. */
export function accepted(answer: Answer): string {
  if (answer.code === 0) return answer.stdout;
  throw refused(answer);
}

/** The JSON that a call printed. Throws AppError when it failed or printed something else. */
export function acceptedJson<T>(answer: Answer): T {
  const text = accepted(answer);
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new AppError("unavailable", `wrangler ${answer.args.join(" ")} did not print JSON`, { cause });
  }
}
