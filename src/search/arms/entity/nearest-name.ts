import { editDistance } from "../../query/repair/edit-distance.ts";

/** Mistyped characters, as a share of the name, beyond which another name was meant. */
const MAX_MISTYPED_SHARE = 1 / 3;

const lastPart = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/**
 * The name that was probably meant: the only one that ends in what was typed (`lambda` → `mmr.lambda`), else the one
 * with the fewest typing mistakes, the first of equals. Undefined: none is near.
 */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase();
  const byPart = names.filter((name) => lastPart(name).toLowerCase() === wanted);
  if (byPart.length === 1) return byPart[0];
  const limit = Math.floor(typed.length * MAX_MISTYPED_SHARE);
  const distances = names.map((name) => ({
    name,
    distance: editDistance(wanted, name.toLowerCase(), limit),
  }));
  const least = Math.min(...distances.map(({ distance }) => distance));
  return least > limit ? undefined : distances.find(({ distance }) => distance === least)?.name;
}
