import { useEffect, useRef, useState } from "preact/hooks";
import type { Hit } from "../../../../search/contract/hits.ts";
import { whyStrings } from "../../../strings/why.ts";

type Traced = Pick<Hit, "id" | "arms" | "trace">;

/** A stage of the chart; several that moved no result are one. */
export interface Column {
  readonly steps: readonly string[];
  /** Arms rank side by side, not one after the other. */
  readonly isArm: boolean;
}

const rankAt = ({ trace = [] }: Traced, step: string | undefined): number | undefined =>
  trace.find((standing) => standing.step === step)?.rank;

/** The stages of a search as columns: neighbours after which every shown result has the same rank are drawn as one. */
export function columnsOf(steps: readonly string[], hits: readonly Traced[]): readonly Column[] {
  const columns: { steps: string[]; isArm: boolean }[] = [];
  const fused = steps.indexOf("fuse");
  for (const [at, step] of steps.entries()) {
    const isArm = at < fused || hits.some(({ arms }) => step in arms);
    const last = columns.at(-1);
    const isMoved = hits.some((hit) => rankAt(hit, step) !== rankAt(hit, last?.steps.at(-1)));
    if (last && !last.isArm && !isArm && !isMoved) last.steps.push(step);
    else columns.push({ steps: [step], isArm });
  }
  return columns;
}

/** One result's rank in each column; undefined where it was not ranked. */
export const ranksOf = (hit: Traced, columns: readonly Column[]): readonly (number | undefined)[] =>
  columns.map(({ steps }) => rankAt(hit, steps.at(-1)));

/** The height of a rank, 0 at the top to 1: on a logarithmic scale, since first and second differ more than 31 and 32. */
export const heightOf = (rank: number, worst: number): number =>
  worst <= 1 ? 0.5 : Math.log(rank) / Math.log(worst);

/** Lines between neighbouring columns: each arm runs to the first stage after the arms. */
export function linesOf(
  ranks: readonly (number | undefined)[],
  columns: readonly Column[],
): readonly { readonly from: number; readonly to: number; readonly isArm: boolean }[] {
  const first = columns.findIndex(({ isArm }) => !isArm);
  return columns.flatMap(({ isArm }, from) => {
    const to = isArm ? first : from + 1;
    if (to < 1 || ranks[from] === undefined || ranks[to] === undefined) return [];
    return [{ from, to, isArm }];
  });
}

const words = whyStrings;

/** Units of the drawing, which are pixels; where its columns are wider than the room there is, it scrolls. */
const LEAST_COLUMN = 82;
const MOST_COLUMN = 190;
/** Few columns are drawn as wide as many. */
const WANTED_WIDTH = 620;
/** What a chart has beside it in the narrowest window, until its room is measured. */
const BESIDE = 88;
const CHAR_WIDTH = 6.5;
const HEIGHT = 190;
const MARGIN = { x: 46, top: 26, bottom: 34 } as const;
const DOT = 4.5;

const nameOf = (step: string): string => words.steps[step] ?? step;

/** A column is named by the step that moved something; those after it changed nothing. */
const labelOf = ({ steps: [first = ""] }: Column): string => nameOf(first);

const shortened = (text: string, width: number): string => {
  const chars = Math.floor(width / CHAR_WIDTH);
  return text.length <= chars ? text : `${text.slice(0, chars - 1)}…`;
};

interface WayProps {
  readonly ranks: readonly (number | undefined)[];
  readonly columns: readonly Column[];
  readonly at: (column: number, rank: number) => readonly [x: number, y: number];
  readonly isHere: boolean;
}

/** One result's line; the explained result has dots and numbers. */
const Way = ({ ranks, columns, at, isHere }: WayProps) => (
  <g class={isHere ? "way is-here" : "way"}>
    {linesOf(ranks, columns).map(({ from, to, isArm }) => {
      const [x1, y1] = at(from, ranks[from] ?? 1);
      const [x2, y2] = at(to, ranks[to] ?? 1);
      return <line key={`${from}-${to}`} class={isArm ? "of-arm" : ""} {...{ x1, y1, x2, y2 }} />;
    })}
    {(isHere ? ranks : []).map((rank, column) => {
      if (rank === undefined) return null;
      const [x, y] = at(column, rank);
      return (
        <g key={column}>
          <circle cx={x} cy={y} r={DOT} />
          <text x={x} y={y - 2 * DOT} class="rank">
            {rank}
          </text>
        </g>
      );
    })}
  </g>
);

/** The width of an element, in pixels, also once it is unfolded or the window changes; until then what is guessed. */
function useWidth(guessed: number) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(guessed);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidth(entry.contentRect.width);
    });
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
}

interface SlopeChartProps {
  readonly steps: readonly string[];
  readonly hits: readonly Hit[];
  readonly id: string;
}

/** The ranks of all shown results through the stages, one of them in colour. */
export const SlopeChart = ({ steps, hits, id }: SlopeChartProps) => {
  const columns = columnsOf(steps, hits);
  const ways = hits.map((hit) => ({ id: hit.id, ranks: ranksOf(hit, columns) }));
  const here = ways.find((way) => way.id === id)?.ranks ?? [];
  const worst = Math.max(1, ...ways.flatMap(({ ranks }) => ranks.map((rank) => rank ?? 1)));
  const [box, boxWidth] = useWidth(innerWidth - BESIDE);
  const wanted = Math.min(WANTED_WIDTH, boxWidth - 2 * MARGIN.x);
  const gaps = Math.max(1, columns.length - 1);
  const columnWidth = Math.min(MOST_COLUMN, Math.max(LEAST_COLUMN, wanted / gaps));
  const width = 2 * MARGIN.x + gaps * columnWidth;
  const room = HEIGHT - MARGIN.top - MARGIN.bottom;
  // A name in the middle of the drawing's border has the margin on both sides only.
  const isAtEnd = (column: number) => column === 0 || column === columns.length - 1;
  const xOf = (column: number) => MARGIN.x + column * columnWidth;
  const at: WayProps["at"] = (column, rank) => [xOf(column), MARGIN.top + heightOf(rank, worst) * room];
  const text = columns
    .map(({ steps: [first] }, index) => `${nameOf(first ?? "")} ${here[index] ?? words.unranked}`)
    .join(", ");
  return (
    <figure class="slopes">
      <figcaption>{words.slope}</figcaption>
      <div class="wide" tabindex={0} ref={box}>
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} width={width} role="img" aria-label={words.slopeText(text)}>
          {columns.map((column, index) => (
            <g key={column.steps[0]}>
              <path class="axis" d={`M${xOf(index)} ${MARGIN.top}V${HEIGHT - MARGIN.bottom}`} />
              <text x={xOf(index)} y={HEIGHT - 10}>
                <title>{column.steps.map(nameOf).join(", ")}</title>
                {shortened(labelOf(column), isAtEnd(index) ? 2 * MARGIN.x : columnWidth)}
              </text>
            </g>
          ))}
          {/* The explained result's line is drawn over the others. */}
          {ways
            .toSorted((one, other) => Number(one.id === id) - Number(other.id === id))
            .map((way) => (
              <Way key={way.id} ranks={way.ranks} columns={columns} at={at} isHere={way.id === id} />
            ))}
        </svg>
      </div>
      <p class="row legend small">
        <span aria-hidden="true" /> {words.here}
        <span class="legend-others" aria-hidden="true" /> {words.others}
      </p>
    </figure>
  );
};
