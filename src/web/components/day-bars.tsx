import { count } from "./format.ts";

export interface DayBar {
  readonly name: string;
  readonly value: number;
  /** Part of the value that went wrong. @default 0 */
  readonly failed?: number;
  /** Read out, and shown at the pointer. */
  readonly title: string;
}

/** Least height of a value above 0, percent. */
const LEAST = 6;

/** Values as columns, each with a text. */
export const DayBars = ({ label, bars }: { readonly label: string; readonly bars: readonly DayBar[] }) => {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const height = (value: number): string => (value === 0 ? "0" : `${Math.max(LEAST, (value / most) * 100)}%`);
  return (
    <figure class="day-bars">
      <ol aria-label={label}>
        {bars.map(({ name, value, failed = 0, title }) => (
          <li key={name} title={title}>
            <span class="visually-hidden">{title}</span>
            <span class="figure" aria-hidden="true">
              {count(value)}
            </span>
            <span class="day-column" aria-hidden="true">
              <span class="day-fill" style={{ height: height(value) }}>
                <span class="day-failed" style={{ height: `${(failed / Math.max(1, value)) * 100}%` }} />
              </span>
            </span>
            <span class="day-name" aria-hidden="true">
              {name}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
};
