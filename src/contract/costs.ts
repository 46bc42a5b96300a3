import type { Plan } from "../config.ts";
import { MODEL_NEURONS, PRICES, type PricedResource } from "../prices.ts";

const MILLION = 1_000_000;

export interface TokenUse {
  readonly in: number;
  readonly out?: number | undefined;
}

/** Neurons of a model's tokens; undefined for a model whose price is not known here, such as every other provider's. */
export function neuronsOf(model: string, tokens: TokenUse): number | undefined {
  const price = Object.hasOwn(MODEL_NEURONS, model) ? MODEL_NEURONS[model] : undefined;
  return price && (tokens.in * price.in + (tokens.out ?? 0) * price.out) / MILLION;
}

/** The list price, with nothing included. */
export const listPrice = (resource: PricedResource, amount: number): number =>
  (amount * PRICES[resource].dollarsPerMillion) / MILLION;

/** The price of what an amount goes past the plan's share; `amount` is of the plan's own period. */
export const priceBeyond = (resource: PricedResource, amount: number, plan: Plan): number =>
  plan === "free" ? 0 : listPrice(resource, Math.max(0, amount - PRICES[resource].included.paid.amount));
