import { useState } from "preact/hooks";
import { Icon } from "../../components/icon.tsx";
import type { Page } from "../../state/page.ts";
import { type Parameters, withParameters } from "../../state/place.ts";
import { strings } from "../../strings.ts";
import { FilterEditor } from "./filter-editor.tsx";
import { FILTERS, type FilterName, PARAMETERS_OF } from "./request.ts";

const words = strings.search.filters;

/** What a filter is set to, in words; undefined: it is off. */
export function filterText(name: FilterName, parameters: Parameters): string | undefined {
  const { after = "", before = "", kind } = parameters;
  if (name === "kind") return kind === "file" || kind === "memory" ? words.kinds[kind] : undefined;
  if (name !== "date") return parameters[name] || undefined;
  if (after === "" && before === "") return undefined;
  const isPeriod = before === "" && after in words.periods;
  return isPeriod ? words.periods[after as keyof typeof words.periods] : words.between(after, before);
}

/** The filters that are on. */
export const activeFilters = (parameters: Parameters): readonly FilterName[] =>
  FILTERS.filter((name) => filterText(name, parameters) !== undefined);

/** The changes that turn filters off. */
export const without = (names: readonly FilterName[]): Readonly<Record<string, undefined>> =>
  Object.fromEntries(names.flatMap((name) => PARAMETERS_OF[name]).map((parameter) => [parameter, undefined]));

interface ChipProps {
  readonly name: FilterName;
  readonly value: string | undefined;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly remove: () => void;
}

const Chip = ({ name, value, isOpen, toggle, remove }: ChipProps) => (
  <li class={`chip ${value === undefined ? "" : "is-on"}`}>
    <button type="button" id={`filter-${name}`} aria-expanded={isOpen} onClick={toggle}>
      {words.names[name]}
      {value === undefined ? null : <bdi class="chip-value">{value}</bdi>}
    </button>
    {value === undefined ? null : (
      <button type="button" class="chip-remove" aria-label={words.remove(words.names[name])} onClick={remove}>
        <Icon name="close" />
      </button>
    )}
  </li>
);

/** Filters as chips; one that is clicked opens its editor below the row. */
export const FilterBar = ({ page }: { readonly page: Page }) => {
  const [open, setOpen] = useState<FilterName | undefined>(undefined);
  const { place, go } = page;
  const { parameters } = place;
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    go(withParameters(place, changes));
  const close = () => {
    if (open !== undefined) document.getElementById(`filter-${open}`)?.focus();
    setOpen(undefined);
  };
  const active = activeFilters(parameters);
  return (
    <div class="filters">
      <ul class="row" aria-label={words.label}>
        {FILTERS.map((name) => (
          <Chip
            key={name}
            name={name}
            value={filterText(name, parameters)}
            isOpen={open === name}
            toggle={() => setOpen(open === name ? undefined : name)}
            remove={() => {
              change(without([name]));
              setOpen(undefined);
            }}
          />
        ))}
        {active.length > 1 ? (
          <li>
            <button type="button" class="text-button" onClick={() => change(without(active))}>
              {words.clear}
            </button>
          </li>
        ) : null}
      </ul>
      {open === undefined ? null : (
        <FilterEditor key={open} name={open} page={page} change={change} close={close} />
      )}
    </div>
  );
};
