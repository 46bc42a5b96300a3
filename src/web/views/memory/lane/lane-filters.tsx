import type { LaneAnswer } from "../../../../lane/contract.ts";
import { Button, Segments } from "../../../components/button.tsx";
import { TextField } from "../../../components/form.tsx";
import { count, inWords } from "../../../components/format.ts";
import { usePage } from "../../../state/page.ts";
import { memoryStrings } from "../../../strings/memory.ts";
import { USUAL_PERIOD } from "./lane-columns.ts";

const words = memoryStrings;

/** How far back: one of four. */
export const Periods = ({ usual = USUAL_PERIOD }: { readonly usual?: string | undefined }) => {
  const { place, change } = usePage();
  const { after = usual, before } = place.parameters;
  return (
    <Segments
      label={words.period}
      choices={Object.entries(words.periods)}
      chosen={before === undefined ? after : undefined}
      choose={(period) => change({ after: period === usual ? undefined : period, before: undefined })}
    />
  );
};

/** The types that occur, with how often; a click shows one of them alone. */
export const TypeBadges = ({ types }: { readonly types: LaneAnswer["types"] }) => {
  const { place, change } = usePage();
  const { type, kind } = place.parameters;
  const chosen = kind === "file" ? "file" : type;
  const counts = types.map(({ name, recalled, remembered }) => [name, recalled + remembered] as const);
  const all = counts.reduce((sum, [, events]) => sum + events, 0);
  const choose = (name: string | undefined) =>
    change({
      type: name === "file" || name === chosen ? undefined : name,
      kind: name === "file" && chosen !== "file" ? "file" : undefined,
    });
  const badge = (name: string | undefined, events: number) => (
    <button
      key={name}
      type="button"
      class="badge"
      aria-pressed={chosen === name}
      onClick={() => choose(name)}
    >
      {name === undefined ? words.everything : inWords(name)}{" "}
      {(name ?? chosen) === name && <b>{count(events)}</b>}
    </button>
  );
  return (
    <fieldset class="row badges">
      <legend class="visually-hidden">{words.types}</legend>
      {badge(undefined, all)}
      {counts.map(([name, events]) => badge(name, events))}
    </fieldset>
  );
};

/** Filters that are typed. */
const FIELDS = [
  ["tag", words.tag, "text"],
  ["session", words.session, "text"],
  ["after", words.after, "date"],
  ["before", words.before, "date"],
] as const;

/** Those of them that are of time. */
export const TIMES = ["after", "before"] as const;

/** The parameters of the address that filter the lane. */
export const FILTERS = ["kind", "type", ...FIELDS.map(([name]) => name)] as const;

/** Tag, session and dates. */
export const LaneFields = () => {
  const { place, change } = usePage();
  const clear = () => change(Object.fromEntries(FILTERS.map((name) => [name, undefined])));
  return (
    <form class="row lane-fields" onSubmit={(event) => event.preventDefault()} aria-label={words.moreFilters}>
      {FIELDS.map(([name, label, type]) => (
        <TextField
          key={name}
          label={label}
          type={type}
          value={place.parameters[name] ?? ""}
          commit={(value) => change({ [name]: value.trim() })}
        />
      ))}
      {FILTERS.some((name) => name in place.parameters) && (
        <Button icon="close" text={words.clear} look="small" onClick={clear} />
      )}
    </form>
  );
};
