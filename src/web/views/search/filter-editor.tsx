import { type Child, useRef, useState } from "hono/jsx/dom";
import type { MemoryStatistics } from "../../../memories/contract/memory-lists.ts";
import type { Page } from "../../state/page.ts";
import { useEffect } from "../../state/use-effect.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import type { FilterName } from "./request.ts";

const words = strings.search.filters;

interface EditorProps {
  readonly name: FilterName;
  readonly page: Page;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
  readonly close: () => void;
}

interface ChoiceProps {
  readonly isOn: boolean;
  readonly choose: () => void;
  readonly children?: Child;
}

const Choice = ({ isOn, choose, children }: ChoiceProps) => (
  <button
    type="button"
    class={`choice ${isOn ? "is-on" : ""}`}
    aria-pressed={isOn ? "true" : "false"}
    onClick={choose}
  >
    {children}
  </button>
);

interface ChoicesProps extends Omit<EditorProps, "name"> {
  readonly parameter: string;
  /** Value and what it is called. */
  readonly choices: readonly (readonly [string, string])[];
}

/** A few values to choose from; the one that is on is turned off by choosing it again. */
const Choices = ({ parameter, choices, page, change, close }: ChoicesProps) => {
  const present = page.place.parameters[parameter];
  return (
    <div class="choices">
      {choices.map(([value, label]) => (
        <Choice
          key={value}
          isOn={present === value}
          choose={() => {
            change({ [parameter]: present === value ? undefined : value });
            close();
          }}
        >
          <bdi>{label}</bdi>
        </Choice>
      ))}
    </div>
  );
};

type TextFilter = keyof typeof words.help;

/** A filter that is typed; known values are suggested. */
const TextEditor = ({ name, page, change, close }: EditorProps & { readonly name: TextFilter }) => {
  const [text, setText] = useState(page.place.parameters[name] ?? "");
  const knows = name === "type" || name === "session";
  const statistics = useLoaded(knows ? name : undefined, (signal) =>
    page.api<MemoryStatistics>({ path: "/v1/memories/statistics", signal }),
  );
  const counts = name === "session" ? statistics.value?.bySession : statistics.value?.byType;
  return (
    <form
      class="filter-text"
      onSubmit={(event: Event) => {
        event.preventDefault();
        change({ [name]: text.trim() });
        close();
      }}
    >
      <label for={`edit-${name}`}>{words.help[name]}</label>
      <span class="field-row">
        <input
          id={`edit-${name}`}
          list={knows ? `known-${name}` : undefined}
          value={text}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxlength={256}
          onInput={(event: Event) => setText((event.target as HTMLInputElement).value)}
        />
        <button type="submit" class="button">
          {words.apply}
        </button>
      </span>
      {knows ? (
        <datalist id={`known-${name}`}>
          {(counts ?? []).map(({ name: value }) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      ) : null}
    </form>
  );
};

/** Periods up to today, or two days. */
const DateEditor = (props: EditorProps) => {
  const { page, change } = props;
  const { after = "", before = "" } = page.place.parameters;
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
  const field = (name: "after" | "before", label: string, value: string) => (
    <label>
      {label}
      <input
        type="date"
        value={isDay(value) ? value : ""}
        onChange={(event: Event) => change({ [name]: (event.target as HTMLInputElement).value })}
      />
    </label>
  );
  return (
    <div class="filter-date">
      <Choices {...props} parameter="after" choices={Object.entries(words.periods)} />
      <div class="field-row">
        {field("after", words.after, after)}
        {field("before", words.before, before)}
      </div>
    </div>
  );
};

const Fields = (props: EditorProps) => {
  const { name, page } = props;
  if (name === "kind") return <Choices {...props} parameter="kind" choices={Object.entries(words.kinds)} />;
  if (name === "date") return <DateEditor {...props} />;
  if (name !== "root") return <TextEditor {...props} name={name} />;
  const roots = page.status.roots.map(({ root }) => [root, root] as const);
  return <Choices {...props} parameter="root" choices={roots} />;
};

/** The editor of one filter, under the row of chips. Escape closes it. */
export const FilterEditor = (props: EditorProps) => {
  const place = useRef<HTMLFieldSetElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>("input, button")?.focus(), []);
  return (
    <fieldset
      ref={place}
      class="filter-editor card"
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        props.close();
      }}
    >
      <legend class="visually-hidden">{words.names[props.name]}</legend>
      <Fields {...props} />
    </fieldset>
  );
};
