import { QUOTA_WORDS, type Quota } from "../../contract/quotas.ts";
import type { StatusAnswer } from "../../workspaces/contract.ts";
import { byteSize, number } from "../terminal/numbers.ts";

/** An amount of what a quota counts. */
export const amountOf = (quota: Quota, amount: number): string =>
  quota === "bytes" ? `${byteSize(amount)} of text` : `${number(amount)} ${QUOTA_WORDS[quota]}`;

/** What a workspace has of what it may have, one line; none where nothing is limited. */
export function quotaLines({ quotas = [] }: Pick<StatusAnswer, "quotas">): readonly string[] {
  const parts = quotas.map(({ quota, used, allowed }) => {
    const amount = quota === "bytes" ? byteSize(used) : number(used);
    return `${amount} of ${amountOf(quota, allowed)}`;
  });
  return parts.length === 0 ? [] : [`Quotas: ${parts.join(", ")}`];
}
