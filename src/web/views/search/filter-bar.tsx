import { useState } from "preact/hooks";
import { Icon } from "../../components/icon.tsx";
import { usePage } from "../../state/page.ts";
import type { Changes, Parameters } from "../../state/place.ts";
import { strings } from "../../strings.ts";
import { FilterEditor, type FilterName } from "./filter-editor.tsx";

const words = strings.search.filters;
const FILTERS = Object.keys(words.names) as readonly FilterName[];
const USUAL = "edge";

/** The ways of ranking; the usual one leaves the address free of it. */
export const ProfileSelect = () => {
  const { place, change } = usePage();
  const { profile = USUAL } = place.parameters;
  const choose = (name: string) => change({ profile: name === USUAL ? undefined : name });
  return (
    <label class="profile small">
      <span>{strings.search.profile}</span>
      <select value={profile} onChange={(event) => choose(event.currentTarget.value)}>
        {Object.entries(strings.search.profiles).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
};

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
      {value !== undefined && <bdi class="chip-value">{value}</bdi>}
    </button>
    {value !== undefined && (
      <button type="button" class="chip-remove" aria-label={words.remove(words.names[name])} onClick={remove}>
        <Icon name="close" />
      </button>
    )}
  </li>
);

/** Filters as chips; one that is clicked opens its editor below the row. */
export const FilterBar = () => {
  const { place, change } = usePage();
  const [open, setOpen] = useState<FilterName | undefined>(undefined);
  const close = () => {
    if (open !== undefined) document.getElementById(`filter-${open}`)?.focus();
    setOpen(undefined);
  };
  const active = activeFilters(place.parameters);
  return (
    <div class="filters">
      <ul class="row" aria-label={words.label}>
        {FILTERS.map((name) => (
          <Chip
            key={name}
            name={name}
            value={filterText(name, place.parameters)}
            isOpen={open === name}
            toggle={() => setOpen(open === name ? undefined : name)}
            remove={() => {
              change(without([name]));
              setOpen(undefined);
            }}
          />
        ))}
        {active.length > 1 && (
          <li>
            <button type="button" class="text-button" onClick={() => change(without(active))}>
              {words.clear}
            </button>
          </li>
        )}
      </ul>
      {open !== undefined && <FilterEditor key={open} name={open} close={close} />}
    </div>
  );
};
