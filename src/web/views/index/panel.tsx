import type { ComponentChildren } from "preact";

export interface Column {
  readonly name: string;
  /** `figure` aligns to the right; `optional` is hidden in a narrow window. */
  readonly class?: "figure" | "optional" | "figure optional";
  /** Its cells say what they are: the name is for screen readers only. */
  readonly isUnnamed?: boolean;
}

interface TableProps {
  readonly columns: readonly Column[];
  /** Rows. */
  readonly children?: ComponentChildren;
}

/** A table that scrolls by itself where the window is narrower. */
export const Table = ({ columns, children }: TableProps) => (
  <div class="table-frame">
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
      <tbody>{children}</tbody>
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

/** A name and its figure. */
export const Fact = ({
  name,
  children,
}: {
  readonly name: string;
  readonly children?: ComponentChildren;
}) => (
  <div class="fact">
    <dt class="small">{name}</dt>
    <dd>{children}</dd>
  </div>
);
