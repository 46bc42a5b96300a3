import { QUOTA_WORDS, type Quota } from "../../contract/quotas.ts";
import type { StatusAnswer } from "../../workspaces/contract.ts";
import { byteSize, number } from "../terminal/numbers.ts";

type QuotaShare = NonNullable<StatusAnswer["quotas"]>[number];

/** An amount of what a quota counts. */
const amountOf = (quota: Quota, amount: number): string =>
  quota === "bytes" ? `${byteSize(amount)} of text` : `${number(amount)} ${QUOTA_WORDS[quota]}`;

/** `1.5 KB of 1.0 MB of text`; without a limit `1.5 KB of text, no limit`. */
export const shareOf = ({ quota, used, allowed }: QuotaShare): string => {
  if (allowed === 0) return `${amountOf(quota, used)}, no limit`;
  return `${quota === "bytes" ? byteSize(used) : number(used)} of ${amountOf(quota, allowed)}`;
};

/** What a workspace has of what it may have, one line; none where nothing is limited. */
export function quotaLines({ quotas = [] }: Pick<StatusAnswer, "quotas">): readonly string[] {
  const parts = quotas.map(shareOf);
  return parts.length === 0 ? [] : [`Quotas: ${parts.join(", ")}`];
}
