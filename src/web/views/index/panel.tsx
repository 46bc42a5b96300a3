import type { ComponentChildren } from "preact";
import { ago, time } from "../../components/format.ts";

/** A column of a table of rows. */
export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** `figure` aligns to the right; `optional` is hidden in a narrow window. */
  readonly class?: "figure" | "optional" | "figure optional";
  /** Its cells say what they are: the name is for screen readers only. */
  readonly isUnnamed?: boolean;
}

interface TableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Shown instead of a table without rows. */
  readonly empty: string;
  /** In a narrow window each row is a block, with the columns' names before its cells. @default false */
  readonly isStacked?: boolean;
}

/** A table that scrolls by itself where the window is narrower. */
export const Table = <Row,>({ columns, rows, keyOf, empty, isStacked = false }: TableProps<Row>) =>
  rows.length === 0 ? (
    <p class="quiet">{empty}</p>
  ) : (
    <div class={isStacked ? "wide stacked" : "wide"}>
      <table>
        <thead>
          <tr>
            {columns.map(({ name, class: kind, isUnnamed }) => (
              <th key={name} scope="col" class={kind}>
                {isUnnamed ? <span class="visually-hidden">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, class: kind, cell, isUnnamed }) => (
                <td key={name} class={kind} data-name={isUnnamed ? undefined : name}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );

interface PanelProps {
  readonly id: string;
  readonly title: string;
  readonly explanation?: string | undefined;
  /** Over the whole width. */
  readonly isWide?: boolean;
  readonly children?: ComponentChildren;
}

/** A part of the view with its own heading. */
export const Panel = ({ id, title, explanation, isWide = false, children }: PanelProps) => (
  <section class={`card panel ${isWide ? "panel-wide" : ""}`} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {explanation === undefined ? null : <p class="quiet">{explanation}</p>}
    {children}
  </section>
);

interface FactsProps {
  /** Names, each with its figure. */
  readonly facts: readonly (readonly [string, ComponentChildren])[];
  readonly isLarge?: boolean;
}

/** Figures with their names. */
export const Facts = ({ facts, isLarge = false }: FactsProps) => (
  <dl class={`row facts ${isLarge ? "facts-large" : ""}`}>
    {facts.map(([name, figure]) => (
      <div key={name} class="fact">
        <dt class="small">{name}</dt>
        <dd>{figure}</dd>
      </div>
    ))}
  </dl>
);

/** How long ago a moment is; the moment itself is its tip. */
export const Ago = ({ at }: { readonly at: string }) => (
  <time datetime={at} title={time(at)}>
    {ago(at, Date.now())}
  </time>
);
