import type { ComponentChildren, ComponentProps } from "preact";
import { usePage } from "../state/page.ts";
import { strings } from "../strings.ts";
import { Icon, type IconName } from "./icon.tsx";

type Rest = Omit<ComponentProps<"button">, "class" | "label" | "icon" | "children"> & {
  readonly class?: string;
};

type ButtonProps = Rest & {
  readonly text: ComponentChildren;
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

/** Copies a text and says so. */
export function useCopy(): (text: string) => void {
  const page = usePage();
  return (text) =>
    void navigator.clipboard.writeText(text).then(
      () => page.tell({ tone: "success", text: `${strings.copied}: ${text}` }),
      () => page.tell({ tone: "error", text: strings.copyFailed }),
    );
}

interface CopyProps {
  readonly text: string;
  readonly label: string;
  /** A dialog begins here. @default false */
  readonly isFirst?: boolean;
}

/** Copies a text and says so; `label` names what is copied. */
export const CopyButton = ({ text, label, isFirst = false }: CopyProps) => {
  const copy = useCopy();
  const word = <span class="copy-word">{strings.copy}</span>;
  return (
    <Button
      icon="copy"
      text={word}
      look="small"
      aria-label={label}
      title={label}
      data-first={isFirst || undefined}
      onClick={() => copy(text)}
    />
  );
};

type IconButtonProps = Rest & { readonly icon: IconName; readonly label: string };

/** A button that is an icon; `label` is its name and its tip. */
export const IconButton = ({ icon, label, class: more = "", ...rest }: IconButtonProps) => (
  <button type="button" class={`icon-button ${more}`} aria-label={label} title={label} {...rest}>
    <Icon name={icon} />
  </button>
);

interface ChoicesProps<Value extends string> {
  /** Value and name. */
  readonly choices: readonly (readonly [Value, string])[];
  readonly chosen: string | undefined;
  readonly choose: (value: Value) => void;
  readonly class?: string;
}

/** One of a few values, as buttons. */
export const Choices = <Value extends string>(props: ChoicesProps<Value>) =>
  props.choices.map(([value, name]) => (
    <button
      key={value}
      type="button"
      class={props.class}
      aria-pressed={value === props.chosen}
      onClick={() => props.choose(value)}
    >
      <bdi>{name}</bdi>
    </button>
  ));

/** The same in one frame. */
export const Segments = <Value extends string>({
  label,
  ...choices
}: ChoicesProps<Value> & { readonly label: string }) => (
  <fieldset class="segments">
    <legend class="visually-hidden">{label}</legend>
    <Choices {...choices} />
  </fieldset>
);
