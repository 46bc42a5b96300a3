import type { Change } from "../changes/contract.ts";
import { KEPT_DAYS } from "../changes/contract.ts";
import type { EVENTS } from "./contract.ts";

interface Head {
  readonly webhook: string;
  /** The workspace's short name. */
  readonly workspace: string;
}

/** What is posted; `cursor` is for `since` of /v1/changes, and stands behind what the message tells. */
export type WebhookMessage = {
  readonly type: (typeof EVENTS)[number];
  /** When it was sent, as ISO 8601. */
  readonly timestamp: string;
} & (
  | { readonly type: "changes"; readonly data: Head & { changes: readonly Change[]; cursor: string } }
  | { readonly type: "changes.expired"; readonly data: Head & { keptDays: number; cursor: string } }
  | { readonly type: "webhook.test"; readonly data: Head }
);

const bodyOf = (message: WebhookMessage): string => JSON.stringify(message);

/** Changes in their order. */
export const changesBody = (
  head: Head,
  {
    changes,
    cursor,
    at,
  }: { readonly changes: readonly Change[]; readonly cursor: string; readonly at: string },
): string => bodyOf({ type: "changes", timestamp: at, data: { ...head, changes, cursor } });

/** Some of what is gone was dropped before it could be told: the receiver reads everything anew. */
export const expiredBody = (
  head: Head,
  { cursor, at }: { readonly cursor: string; readonly at: string },
): string =>
  bodyOf({ type: "changes.expired", timestamp: at, data: { ...head, keptDays: KEPT_DAYS, cursor } });

/** Tells nothing, so that a receiver can be tried. */
export const testBody = (head: Head, at: string): string =>
  bodyOf({ type: "webhook.test", timestamp: at, data: head });
