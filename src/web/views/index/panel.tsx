import type { ComponentChildren } from "preact";

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
