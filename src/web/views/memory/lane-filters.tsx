import type { LaneAnswer } from "../../../lane/contract.ts";
import { count } from "../../components/format.ts";
import { Icon } from "../../components/icon.tsx";
import type { Page } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { strings } from "../../strings.ts";
import { USUAL_PERIOD } from "./lane-columns.ts";

const words = strings.memory;

interface FilterProps {
  readonly page: Page;
}

const change = ({ go, place }: Page, changes: Readonly<Record<string, string | undefined>>) =>
  go(withParameters(place, changes));

/** How far back: one of four, as buttons. */
export const Periods = ({ page }: FilterProps) => {
  const { after = USUAL_PERIOD, before } = page.place.parameters;
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{words.period}</legend>
      {Object.entries(words.periods).map(([period, name]) => (
        <button
          key={period}
          type="button"
          aria-pressed={before === undefined && after === period ? "true" : "false"}
          onClick={() =>
            change(page, { after: period === USUAL_PERIOD ? undefined : period, before: undefined })
          }
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
};

/** The types that there are, with how often; one of them shows itself alone. */
export const TypeBadges = ({ page, types }: FilterProps & { readonly types: LaneAnswer["types"] }) => {
  const { type, kind } = page.place.parameters;
  const chosen = kind === "file" ? "file" : type;
  const total = types.reduce((sum, { recalled, remembered }) => sum + recalled + remembered, 0);
  const choose = (name: string | undefined) =>
    change(page, {
      type: name === "file" || name === chosen ? undefined : name,
      kind: name === "file" && chosen !== "file" ? "file" : undefined,
    });
  return (
    <fieldset class="type-badges">
      <legend class="visually-hidden">{words.types}</legend>
      <button
        type="button"
        class="badge"
        aria-pressed={chosen === undefined ? "true" : "false"}
        onClick={() => choose(undefined)}
      >
        {words.everything} {chosen === undefined && <b>{count(total)}</b>}
      </button>
      {types.map(({ name, recalled, remembered }) => (
        <button
          key={name}
          type="button"
          class="badge"
          aria-pressed={chosen === name ? "true" : "false"}
          onClick={() => choose(name)}
        >
          {name} <b>{count(recalled + remembered)}</b>
        </button>
      ))}
    </fieldset>
  );
};

/** Those that can be typed: they hold from the moment that the field is left, or Enter. */
const FIELDS = [
  ["tag", words.tag, "text"],
  ["session", words.session, "text"],
  ["after", words.after, "date"],
  ["before", words.before, "date"],
] as const;

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Tag, session and dates. */
export const LaneFields = ({ page }: FilterProps) => {
  const { parameters } = page.place;
  const isSet = ["kind", "type", ...FIELDS.map(([name]) => name)].some((name) => name in parameters);
  const written = (name: string, kind: string): string => {
    const value = parameters[name] ?? "";
    return kind === "date" && !isDate(value) ? "" : value;
  };
  const clear = () =>
    change(page, {
      ...{ kind: undefined, type: undefined, tag: undefined },
      ...{ session: undefined, after: undefined, before: undefined },
    });
  return (
    <form class="lane-fields" onSubmit={(event: Event) => event.preventDefault()} aria-label={words.filters}>
      {FIELDS.map(([name, label, kind]) => (
        <label key={name}>
          <span>{label}</span>
          <input
            type={kind}
            name={name}
            value={written(name, kind)}
            onChange={(event: Event) =>
              change(page, { [name]: (event.target as HTMLInputElement).value.trim() || undefined })
            }
          />
        </label>
      ))}
      {isSet && (
        <button type="button" class="button button-small" onClick={clear}>
          <Icon name="close" />
          {words.clear}
        </button>
      )}
    </form>
  );
};
