import { areaUnderCurve, calibrationError } from "../../src/cli/commands/eval/statistics/calibration.ts";
import { mean } from "../../src/cli/commands/eval/statistics/metrics.ts";
import { renderTable } from "../../src/cli/terminal/columns.ts";
import { isAnswered, type Judged } from "./model.ts";

/** Questions that nothing answers, by why. */
const WITHOUT: readonly (readonly [name: string, is: (one: Judged) => boolean])[] = [
  ["none", ({ mode, kind }) => mode === "asked" && kind === "none"],
  ["taken out", ({ mode }) => mode === "taken out"],
  ["foreign", ({ mode }) => mode === "foreign"],
  ["foreign words", ({ mode }) => mode === "foreign words"],
];
const DIGITS = 3;
const HIGH = 0.5;

const shown = (value: number | undefined): string => (value === undefined ? "" : value.toFixed(DIGITS));

const shareBelow = (judged: readonly Judged[], floor: number): number | undefined =>
  judged.length === 0 ? undefined : mean(judged.map(({ answer }) => (answer < floor ? 1 : 0)));

const claimsOf = (judged: readonly Judged[]) =>
  judged.flatMap(({ hits, relevance }) =>
    hits.map(({ isRight }, at) => ({ probability: relevance[at] ?? 0, isTrue: isRight })),
  );

function row(name: string, judged: readonly Judged[], floor: number): readonly string[] {
  const answered = judged.filter((one) => one.mode === "asked" && isAnswered(one));
  const looked = judged.filter((one) => one.mode === "words" && isAnswered(one));
  const high = judged.filter(({ answer, mode }) => answer >= HIGH && mode === "asked");
  const values = (some: readonly Judged[]) => some.map(({ answer }) => answer);
  const groups = WITHOUT.map(([, is]) => judged.filter(is));
  return [
    name,
    String(answered.length),
    shown(shareBelow(answered, floor)),
    shown(shareBelow(looked, floor)),
    ...groups.flatMap((group) => [
      shown(areaUnderCurve(values(answered), values(group))),
      shown(shareBelow(group, floor)),
    ]),
    shown(calibrationError(claimsOf(judged))),
    shown(mean(high.map((one) => (isAnswered(one) ? 1 : 0)))),
  ];
}

/**
 * By set, each judged by models fitted on the others: questions answered among the first five and the share of them that
 * the floor silences, also when asked in one or two of its words; of the questions that nothing answers the AUC to those and the silenced share; the calibration error
 * of the hits; the share of answers of high confidence that hold one.
 */
export function reportTable(judged: readonly Judged[], floor: number): readonly string[] {
  const sets = [...new Set(judged.map(({ set }) => set))];
  const rows = sets.map((set) =>
    row(
      set,
      judged.filter((one) => one.set === set),
      floor,
    ),
  );
  const heads = WITHOUT.flatMap(([name]) => [`${name}: AUC`, "silent"]);
  return renderTable(
    [`floor ${floor}`, "answered", "lost", "in words", ...heads, "ECE", "high: right"],
    [...rows, row("all", judged, floor)],
  );
}
