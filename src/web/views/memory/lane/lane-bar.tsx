import type { LaneAnswer } from "../../../../lane/contract.ts";
import { date } from "../../../components/format.ts";
import { memoryStrings } from "../../../strings/memory.ts";
import { type LaneColumn, laneColumns } from "./lane-columns.ts";

const words = memoryStrings.bar;
/** Columns at most: at 320 px each is still 4 wide. */
const MOST_COLUMNS = 60;
/** Least height of a column with events, percent. */
const LEAST = 5;

interface LaneBarProps {
  readonly days: LaneAnswer["days"];
  readonly first: string;
  readonly last: string;
  /** A click on a column shows these days alone. */
  readonly choose: (from: string, until: string) => void;
}

/** A day in words, whatever the user's time zone. */
const named = (day: string): string => date(`${day}T12:00`);

interface ColumnProps {
  readonly column: LaneColumn;
  /** Its part of the gradient that goes through all of them, percent. */
  readonly part: { readonly size: number; readonly position: number };
  /** Percent of the height that one event has. */
  readonly unit: number;
  readonly choose: () => void;
}

const Column = ({ column, part, unit, choose }: ColumnProps) => {
  const { from, recalled, remembered } = column;
  if (recalled + remembered === 0) return <span class="lane-column" />;
  const piece = (count: number) => ({
    height: count === 0 ? "0" : `${Math.max(LEAST, count * unit)}%`,
    "background-size": `${part.size}% 100%`,
    "background-position": `${part.position}% 0`,
  });
  const name = words.column(named(from), recalled, remembered);
  return (
    <button type="button" class="lane-column" title={name} aria-label={name} onClick={choose}>
      <span class="lane-piece lane-piece-recalled" style={piece(recalled)} />
      <span class="lane-piece" style={piece(remembered)} />
    </button>
  );
};

/** Events over time: columns above a bar from cyan to violet. */
export const LaneBar = ({ days, first, last, choose }: LaneBarProps) => {
  const columns = laneColumns(days, { first, last, most: MOST_COLUMNS });
  const most = Math.max(1, ...columns.map(({ recalled, remembered }) => recalled + remembered));
  const sum = (of: "recalled" | "remembered") => columns.reduce((total, column) => total + column[of], 0);
  const partOf = (at: number) => ({
    size: columns.length * 100,
    position: columns.length === 1 ? 0 : (at / (columns.length - 1)) * 100,
  });
  return (
    <figure class="lane-bar" aria-label={words.label(sum("recalled"), sum("remembered"))}>
      <div class="lane-columns">
        {columns.map((column, at) => (
          <Column
            key={column.from}
            column={column}
            part={partOf(at)}
            unit={(100 - 2 * LEAST) / most}
            choose={() => choose(column.from, column.until)}
          />
        ))}
      </div>
      <div class="lane-line" />
      <figcaption class="row small">
        <time datetime={first}>{named(first)}</time>
        <span class="lane-key">
          <span class="swatch" /> {words.remembered}
          <span class="swatch swatch-recalled" /> {words.recalled}
        </span>
        <time datetime={last}>{named(last)}</time>
      </figcaption>
    </figure>
  );
};
