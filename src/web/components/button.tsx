import type { ComponentProps } from "preact";
import { Icon, type IconName } from "./icon.tsx";

type Rest = Omit<ComponentProps<"button">, "class" | "label" | "icon" | "children"> & {
  readonly class?: string;
};

type ButtonProps = Rest & {
  readonly text: string;
  readonly icon?: IconName;
  readonly look?: "primary" | "small" | "danger";
};

/** A button with words on it. */
export const Button = ({ text, icon, look, class: more = "", ...rest }: ButtonProps) => (
  <button type="button" class={`button ${look === undefined ? "" : `button-${look}`} ${more}`} {...rest}>
    {icon && <Icon name={icon} />}
    {text}
  </button>
);

/** A button that is an icon; `label` is its name and its tip. */
export const IconButton = ({
  icon,
  label,
  class: more = "",
  ...rest
}: Rest & { readonly icon: IconName; readonly label: string }) => (
  <button type="button" class={`icon-button ${more}`} aria-label={label} title={label} {...rest}>
    <Icon name={icon} />
  </button>
);

interface SegmentsProps<Value extends string> {
  readonly label: string;
  /** Value and name. */
  readonly choices: readonly (readonly [Value, string])[];
  readonly chosen: string | undefined;
  readonly choose: (value: Value) => void;
}

/** One of a few values, as buttons in a row. */
export const Segments = <Value extends string>({ label, choices, chosen, choose }: SegmentsProps<Value>) => (
  <fieldset class="segments">
    <legend class="visually-hidden">{label}</legend>
    {choices.map(([value, name]) => (
      <button key={value} type="button" aria-pressed={value === chosen} onClick={() => choose(value)}>
        {name}
      </button>
    ))}
  </fieldset>
);
