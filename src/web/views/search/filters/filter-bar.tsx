import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../../../components/icon.tsx";
import { usePage } from "../../../state/page.ts";
import type { Changes, Parameters } from "../../../state/place.ts";
import { strings } from "../../../strings.ts";
import { useParts } from "../use-parts.ts";
import type { FilterName } from "./filter-editor.tsx";

const words = strings.search.filters;
const FILTERS = Object.keys(words.names) as readonly FilterName[];

/** A filter's value as text; undefined: it is off. */
export function filterText(name: FilterName, parameters: Parameters): string | undefined {
  const { after = "", before = "", kind } = parameters;
  if (name === "kind") return kind === "file" || kind === "memory" ? words.kinds[kind] : undefined;
  if (name !== "date") return parameters[name] || undefined;
  if (after === "" && before === "") return undefined;
  const isPeriod = before === "" && Object.hasOwn(words.periods, after);
  return isPeriod ? words.periods[after as keyof typeof words.periods] : words.between(after, before);
}

/** The filters that are on. */
export const activeFilters = (parameters: Parameters): readonly FilterName[] =>
  FILTERS.filter((name) => filterText(name, parameters) !== undefined);

/** The changes that turn filters off. */
export const without = (names: readonly FilterName[]): Changes => {
  const parameters = names.flatMap((name) => (name === "date" ? ["after", "before"] : [name]));
  return Object.fromEntries(parameters.map((parameter) => [parameter, undefined]));
};

interface ChipProps {
  readonly name: string;
  readonly value: string;
  readonly edit?: () => void;
  readonly remove: () => void;
}

/** Something that is on: a click changes it, its cross takes it off. */
const Chip = ({ name, value, edit, remove }: ChipProps) => {
  const text = (
    <>
      {name} <bdi class="chip-value">{value}</bdi>
    </>
  );
  return (
    <li class="chip">
      {edit === undefined ? (
        <span class="chip-text">{text}</span>
      ) : (
        <button type="button" class="chip-text" onClick={edit}>
          {text}
        </button>
      )}
      <button type="button" class="chip-remove" aria-label={words.remove(name)} onClick={remove}>
        <Icon name="close" />
      </button>
    </li>
  );
};

/** A profile that the address names: what it does. */
const profileText = ({ profile = "" }: Parameters): string | undefined => {
  const { profiles } = strings.search;
  return Object.hasOwn(profiles, profile) ? profiles[profile as keyof typeof profiles] : profile || undefined;
};

/** One button, and what is on as chips; `children` stand at the row's end. */
export const FilterBar = ({ children }: { readonly children?: ComponentChildren }) => {
  const { place, change } = usePage();
  const { parameters } = place;
  const [open, setOpen] = useState<FilterName | undefined>(undefined);
  const { part } = useParts(open !== undefined);
  const active = activeFilters(parameters);
  const ranked = profileText(parameters);
  const close = () => {
    setOpen(undefined);
    document.getElementById("filter")?.focus();
  };
  return (
    <div class="filters">
      <div class="row">
        <button
          type="button"
          id="filter"
          class="button button-small"
          aria-expanded={open !== undefined}
          onClick={() => setOpen(open === undefined ? (active[0] ?? "kind") : undefined)}
        >
          <Icon name="filter" />
          {words.button}
        </button>
        <ul class="row" aria-label={words.on}>
          {active.map((name) => (
            <Chip
              key={name}
              name={words.names[name]}
              value={filterText(name, parameters) ?? ""}
              edit={() => setOpen(name)}
              remove={() => {
                change(without([name]));
                setOpen(undefined);
              }}
            />
          ))}
          {ranked !== undefined && (
            <Chip
              name={strings.search.profile}
              value={ranked}
              remove={() => change({ profile: undefined })}
            />
          )}
          {active.length > 1 && (
            <li>
              <button type="button" class="text-button" onClick={() => change(without(active))}>
                {words.clear}
              </button>
            </li>
          )}
        </ul>
        {children}
      </div>
      {open !== undefined && part && <part.FilterPanel name={open} choose={setOpen} close={close} />}
    </div>
  );
};
