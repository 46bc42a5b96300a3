import { useEffect, useState } from "preact/hooks";
import { useModal } from "../components/dialog.tsx";
import { Icon } from "../components/icon.tsx";
import { type SheetProps, tellFailure, usePage } from "../state/page.ts";
import { strings } from "../strings.ts";
import { type Entry, entryGroups } from "./groups.ts";
import { type Things, thingsOf } from "./sources.ts";

const words = strings.palette;

const NOTHING: Things = { documents: [], memories: [], people: [] };

/** The things of the workspace; undefined until they have come. Without them actions and searches are still there. */
function useThings(): Things | undefined {
  const page = usePage();
  const [things, setThings] = useState<Things | undefined>(undefined);
  useEffect(() => {
    thingsOf(page.api).then(setThings, (error: unknown) => {
      setThings(NOTHING);
      tellFailure(page, error, words.notLoaded);
    });
  }, []);
  return things;
}

const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

const optionId = (at: number): string => `palette-${at}`;

interface OptionProps {
  readonly entry: Entry;
  readonly at: number;
  readonly isChosen: boolean;
  readonly run: (entry: Entry) => void;
  readonly choose: (at: number) => void;
}

const Option = ({ entry, at, isChosen, run, choose }: OptionProps) => (
  // The keys are those of the box, which keeps the focus.
  <button
    type="button"
    role="option"
    id={optionId(at)}
    tabindex={-1}
    aria-selected={isChosen}
    class="palette-option"
    onClick={() => run(entry)}
    onPointerMove={() => choose(at)}
  >
    <Icon name={entry.icon} />
    <bdi class="palette-name">{entry.name}</bdi>
    {entry.beside !== undefined && <bdi class="palette-beside">{entry.beside}</bdi>}
  </button>
);

/** Keeps the chosen option in view. */
function useChosen(typed: string) {
  const [at, setAt] = useState(0);
  useEffect(() => setAt(0), [typed]);
  useEffect(() => document.getElementById(optionId(at))?.scrollIntoView?.({ block: "nearest" }), [at]);
  return [at, setAt] as const;
}

interface PaletteProps extends SheetProps {
  /** What was typed before it was there. */
  readonly typed?: string;
}

/** Everything by its name: documents, memories, people, folders, actions and recent searches. */
export const Palette = ({ close, typed: before = "" }: PaletteProps) => {
  const page = usePage();
  const modal = useModal(close);
  const [typed, setTyped] = useState(before);
  const things = useThings();
  // Before something is typed none of them is shown.
  const isLoading = things === undefined && typed.trim() !== "";
  const groups = entryGroups(page, typed, things);
  const entries = groups.flatMap((group) => group.entries);
  const [at, choose] = useChosen(typed);
  const run = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    // What it leads to may be another dialog.
    close();
    entry.run();
  };
  const press = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (event.isComposing) return;
    if (move !== undefined) choose(move(at, entries.length));
    else if (event.key === "Enter") run(entries[at]);
    else return;
    event.preventDefault();
  };
  let number = 0;
  return (
    <dialog {...modal} class="palette card" aria-label={words.title}>
      <input
        type="text"
        role="combobox"
        aria-label={words.title}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={optionId(at)}
        aria-autocomplete="list"
        placeholder={words.placeholder}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxlength={200}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div
        role="listbox"
        id="palette-list"
        aria-label={words.title}
        aria-busy={isLoading}
        class="palette-list"
      >
        {isLoading && <p class="palette-loading small">{words.loading}</p>}
        {groups.map(({ name, entries: some }) => (
          <fieldset key={name} aria-label={name}>
            <p class="palette-group" aria-hidden="true">
              {name}
            </p>
            {some.map((entry) => {
              const place = number++;
              return <Option key={entry.id} {...{ entry, run, choose }} at={place} isChosen={place === at} />;
            })}
          </fieldset>
        ))}
      </div>
      <p class="palette-foot small" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {words.foot.move} <kbd>Enter</kbd> {words.foot.open} <kbd>Esc</kbd>{" "}
        {words.foot.close}
      </p>
      <span class="visually-hidden" role="status">
        {isLoading && words.loading} {words.count(entries.length)}
      </span>
    </dialog>
  );
};
