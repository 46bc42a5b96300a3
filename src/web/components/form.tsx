import { useEffect, useState } from "preact/hooks";

interface Submitted {
  readonly currentTarget: HTMLFormElement;
  readonly preventDefault: () => void;
}

/** Handles a form on the page itself: `run` gets a reader of its fields, trimmed. */
export const onSubmit =
  (run: (field: (name: string) => string) => void) =>
  (event: Submitted): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    run((name) => String(fields.get(name) ?? "").trim());
  };

/** Why a form was refused, read out when it appears. */
export const Problem = ({ text }: { readonly text: string | undefined }) => (
  <p class="problem" role="alert">
    {text}
  </p>
);

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  /** @default "text" */
  readonly type?: "text" | "date";
  /** Called when the field is left or Enter is pressed. */
  readonly commit: (value: string) => void;
}

/** A labelled input that keeps typed text across renders until it is committed. */
export const TextField = ({ label, value: given, type = "text", commit }: TextFieldProps) => {
  const value = type === "date" && !/^\d{4}-\d{2}-\d{2}$/.test(given) ? "" : given;
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <label class="small">
      <span>{label}</span>
      <input
        // Preact has a type for each kind of input; both kinds take these properties.
        type={type as "text"}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => commit(event.currentTarget.value)}
      />
    </label>
  );
};
