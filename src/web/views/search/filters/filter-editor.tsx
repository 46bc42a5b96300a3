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

/** What fields say of themselves the server looks at. */
function isFilters(text: string): boolean {
  const value = parseJson(text);
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type TypedName = keyof typeof words.help;

/** Characters that a value may have. */
const LONGEST: Readonly<Partial<Record<TypedName, number>>> = { tag: 64, session: 128, filters: 4_000 };
const USUAL_LONGEST = 256;

/** A value as the server has it: languages and types are small letters, and a type's words are joined. */
function asKept(name: TypedName, text: string): string {
  const value = text.trim();
  if (name === "language") return value.toLowerCase();
  return name === "type" ? value.toLowerCase().replace(/ +/g, "_") : value;
}

/** What is wrong with a value that the server would refuse; nothing takes the filter away. */
function wrongIn(name: TypedName, value: string): string | undefined {
  if (value === "") return undefined;
  if (name === "filters" && !isFilters(value)) return words.wrong.filters;
  if (name === "language" && !/^[a-z0-9+#-]{1,32}$/.test(value)) return words.wrong.language;
  if (name === "type" && !/^[a-z][a-z0-9_]{0,39}$/.test(value)) return words.wrong.type;
  return undefined;
}

/** A filter that is typed; known values are suggested. */
const TextEditor = ({ name, close }: EditorProps & { readonly name: TypedName }) => {
  const { api, place, change } = usePage();
  const [text, setText] = useState(place.parameters[name] ?? "");
  const isListed = name === "type" || name === "session";
  const { value: statistics } = useLoaded(isListed ? name : undefined, (options) =>
    answerOf(api.v1.memories.statistics.$get({}, options)),
  );
  const known = (name === "session" ? statistics?.bySession : statistics?.byType) ?? [];
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const submit = onSubmit(() => {
    const value = asKept(name, text);
    const wrong = wrongIn(name, value);
    if (wrong !== undefined) return setProblem(wrong);
    change({ [name]: value });
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
          maxlength={LONGEST[name] ?? USUAL_LONGEST}
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

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Periods up to today, or two days. */
const DateEditor = ({ close }: EditorProps) => {
  const { place, change } = usePage();
  const { after = "", before = "" } = place.parameters;
  // Days as they are written compare as text.
  const isEmpty = isDay(after) && isDay(before) && after >= before;
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
      <Problem text={isEmpty ? words.wrong.date : undefined} />
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
