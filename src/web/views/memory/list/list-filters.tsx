import type { Ref } from "preact";
import { useState } from "preact/hooks";
import type { MemoryStatistics } from "../../../../memories/contract/memory-lists.ts";
import { Button } from "../../../components/button.tsx";
import { count, inWords } from "../../../components/format.ts";
import { usePage } from "../../../state/page.ts";
import { memoryStrings } from "../../../strings/memory.ts";
import { SORTS, STATES } from "./use-memories.ts";

const words = memoryStrings;

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  /** Value and name; the first is the one without a word in the address. */
  readonly choices: readonly (readonly [string, string])[];
}

/** One parameter of the address, as a choice. */
const Choice = ({ name, label, choices }: ChoiceProps) => {
  const { place, change } = usePage();
  const [[usual] = [""]] = choices;
  const chosen = place.parameters[name] ?? usual;
  return (
    <select
      aria-label={label}
      title={label}
      value={chosen}
      onChange={({ currentTarget: { value } }) => change({ [name]: value === usual ? undefined : value })}
    >
      {choices.map(([value, text]) => (
        <option key={value} value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  );
};

/** Filters of the address that are shown as chips: what a click on a row has added. */
const CHIPS = ["tag", "session", "source"] as const;

/** What narrows the list and can be taken away. */
const Chips = () => {
  const { place, change } = usePage();
  const chips = CHIPS.filter((name) => name in place.parameters);
  if (chips.length === 0) return null;
  return (
    <ul class="row">
      {chips.map((name) => (
        <li key={name}>
          <Button
            icon="close"
            look="small"
            text={
              <>
                {words[name]} <bdi>{place.parameters[name]}</bdi>
              </>
            }
            aria-label={words.removeFilter(words[name], place.parameters[name] ?? "")}
            onClick={() => change({ [name]: undefined })}
          />
        </li>
      ))}
    </ul>
  );
};

interface ListFiltersProps {
  readonly box: Ref<HTMLInputElement>;
  readonly statistics: MemoryStatistics | undefined;
  /** Undefined: the token may not write. */
  readonly create: (() => void) | undefined;
}

/** Search, type, state and order of the list, and a button for a new memory. */
export const ListFilters = ({ box, statistics, create }: ListFiltersProps) => {
  const { place, change } = usePage();
  const [isOpen, setOpen] = useState(false);
  const { text = "", type } = place.parameters;
  const byType = statistics?.byType ?? [];
  const named = byType.map(({ name, memories }) => [name, `${inWords(name)} ${count(memories)}`] as const);
  const unknown =
    type === undefined || byType.some(({ name }) => name === type) ? [] : [[type, inWords(type)] as const];
  const states = STATES.map((state) => [state, words.states[state](statistics?.[countOf[state]])] as const);
  return (
    <search class="memory-controls">
      <input
        ref={box}
        type="search"
        class="memory-search"
        aria-label={words.find}
        placeholder={words.find}
        value={text}
        onInput={(event) => change({ text: event.currentTarget.value }, { replace: true })}
      />
      <Button
        class="memory-more"
        text={words.filters}
        aria-expanded={isOpen}
        onClick={() => setOpen((before) => !before)}
      />
      <div class={`row memory-choices ${isOpen ? "is-open" : ""}`}>
        <Choice name="type" label={words.type} choices={[["", words.everyType], ...named, ...unknown]} />
        <Choice name="state" label={words.state} choices={states} />
        <Choice name="sort" label={words.order} choices={SORTS.map((sort) => [sort, words.sorts[sort]])} />
      </div>
      {create && (
        <Button
          class="memory-new"
          look="primary"
          icon="plus"
          text={<span>{words.create}</span>}
          aria-label={words.create}
          onClick={create}
        />
      )}
      <Chips />
    </search>
  );
};

const countOf = { live: "memories", superseded: "superseded", forgotten: "forgotten" } as const;
