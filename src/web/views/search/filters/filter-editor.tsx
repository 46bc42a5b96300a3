import { useState } from "preact/hooks";
import { answerOf } from "../../../../client/client.ts";
import { parseJson } from "../../../../text/parse-json.ts";
import { Button, Choices } from "../../../components/button.tsx";
import { onSubmit, Problem, TextField } from "../../../components/form.tsx";
import { usePage } from "../../../state/page.ts";
import { useLoaded } from "../../../state/use-loaded.ts";
import { strings } from "../../../strings.ts";

const words = strings.search.filters;

/** By the name that the address gives it. */
export type FilterName = keyof typeof words.names;

interface EditorProps {
  readonly close: () => void;
}

interface ValuesProps extends EditorProps {
  readonly parameter: string;
  /** Values, each with its name. */
  readonly choices: readonly (readonly [string, string])[];
}

/** A few values to choose from; choosing the one that is on turns it off. */
const Values = ({ parameter, choices, close }: ValuesProps) => {
  const { place, change } = usePage();
  const chosen = place.parameters[parameter];
  const choose = (value: string) => {
    change({ [parameter]: chosen === value ? undefined : value });
    close();
  };
  return (
    <div class="row">
      <Choices class="choice" choices={choices} chosen={chosen} choose={choose} />
    </div>
  );
};

/** What fields say of themselves the server looks at; nothing takes the filter away. */
function isFilters(text: string): boolean {
  const value = parseJson(text);
  return text.trim() === "" || (typeof value === "object" && value !== null && !Array.isArray(value));
}

/** A filter that is typed; known values are suggested. */
const TextEditor = ({ name, close }: EditorProps & { readonly name: keyof typeof words.help }) => {
  const { api, place, change } = usePage();
  const [text, setText] = useState(place.parameters[name] ?? "");
  const isListed = name === "type" || name === "session";
  const { value: statistics } = useLoaded(isListed ? name : undefined, (options) =>
    answerOf(api.v1.memories.statistics.$get({}, options)),
  );
  const known = (name === "session" ? statistics?.bySession : statistics?.byType) ?? [];
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const submit = onSubmit(() => {
    if (name === "filters" && !isFilters(text)) return setProblem(words.noJson);
    change({ [name]: text.trim() });
    close();
  });
  return (
    <form class="column filter-text" onSubmit={submit}>
      <label for={`edit-${name}`}>{words.help[name]}</label>
      <span class="row field-row">
        <input
          id={`edit-${name}`}
          list={isListed ? `known-${name}` : undefined}
          value={text}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxlength={name === "filters" ? 4_000 : 256}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <Button text={words.apply} type="submit" />
      </span>
      <Problem text={problem} />
      <datalist id={`known-${name}`}>
        {isListed && known.map(({ name: value }) => <option key={value} value={value} />)}
      </datalist>
    </form>
  );
};

/** Periods up to today, or two days. */
const DateEditor = ({ close }: EditorProps) => {
  const { place, change } = usePage();
  return (
    <div class="column">
      <Values parameter="after" choices={Object.entries(words.periods)} close={close} />
      <div class="row field-row">
        {(["after", "before"] as const).map((name) => (
          <TextField
            key={name}
            label={words[name]}
            type="date"
            value={place.parameters[name] ?? ""}
            commit={(value) => change({ [name]: value })}
          />
        ))}
      </div>
    </div>
  );
};

/** The editor of one filter. */
export const FilterEditor = ({ name, close }: EditorProps & { readonly name: FilterName }) => {
  const { status } = usePage();
  if (name === "date") return <DateEditor close={close} />;
  if (name !== "root" && name !== "kind") return <TextEditor name={name} close={close} />;
  const roots = status.roots.map(({ root }) => [root, root] as const);
  const choices = name === "kind" ? Object.entries(words.kinds) : roots;
  return <Values parameter={name} choices={choices} close={close} />;
};
