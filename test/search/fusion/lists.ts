import type { ArmList, Scored } from "../../../src/search/fusion/lists.ts";

/** Lists by their arms' names; undefined: the arm did not run. */
export const armLists = (
  arms: Readonly<Record<string, readonly Scored[] | undefined>>,
  ...expansions: readonly ArmList[]
): readonly ArmList[] => [
  ...Object.entries(arms).flatMap(([arm, entries]) =>
    entries === undefined ? [] : [{ name: arm, arm, entries }],
  ),
  ...expansions,
];
