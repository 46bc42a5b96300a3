import type { ErrorCode } from "../errors.ts";

/** What the caller can do about it, where the message does not say so already. */
const HINTS = {
  unauthorized: "Mint another token with `recall token create` and configure it.",
  forbidden: "Configure a token of that scope: `recall token create --scope write`.",
  not_found: "Search for it, or ask `recent`.",
  ambiguous: "Name the root, or give more of the id.",
  conflict: "Read it again, then try again.",
  rate_limited: "Try again in a minute.",
  quota: "Try again after midnight UTC.",
  model_budget: "Try again after midnight UTC.",
  capacity: "Send fewer at once.",
  too_large: "Send less at once.",
  unavailable: "Try again in a few seconds.",
  timeout: "Try again in a few seconds.",
  internal: "Try again; the server's log says more.",
} satisfies Partial<Record<ErrorCode, string>>;

const hintFor = (code: string): string | undefined => (HINTS as Readonly<Record<string, string>>)[code];

/** `code: what was wrong. What to do.` */
export function errorText({ code, message }: { readonly code: string; readonly message: string }): string {
  const hint = hintFor(code);
  const sentence = /[.!?…]$/.test(message) ? message : `${message}.`;
  return `${code}: ${hint === undefined ? sentence : `${sentence} ${hint}`}`;
}
