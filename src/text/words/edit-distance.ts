/**
 * Damerau's distance in the form of optimal string alignment: insertions, deletions, replacements, and exchanges of
 * two neighbours, no part edited twice. Counts UTF-16 units. Gives up with `limit + 1` as soon as it is above `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = nextRow({ a, b, row }, previous, beforePrevious);
    if (Math.min(...current) > limit) return limit + 1;
    beforePrevious = previous;
    previous = current;
  }
  return Math.min(previous[b.length] ?? limit + 1, limit + 1);
}

function nextRow(
  { a, b, row }: { a: string; b: string; row: number },
  previous: readonly number[],
  beforePrevious: readonly number[],
): number[] {
  const current = [row];
  for (let column = 1; column <= b.length; column += 1) {
    const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
    let best = Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
    const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
    if (swapped) best = Math.min(best, (beforePrevious[column - 2] ?? 0) + 1);
    current.push(best);
  }
  return current;
}

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
