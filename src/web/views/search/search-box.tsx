import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { IconButton } from "../../components/button.tsx";
import { onSubmit } from "../../components/form.tsx";
import { Icon } from "../../components/icon.tsx";
import { strings } from "../../strings.ts";

/** Pause before a query is searched, milliseconds: shorter searches half words, longer feels slow. */
const DEBOUNCE_MS = 120;

interface SearchBoxProps {
  readonly query: string;
  readonly box: RefObject<HTMLInputElement | null>;
  /** `isFinal`: asked for with Enter, not passed while typing. */
  readonly ask: (query: string, isFinal: boolean) => void;
  readonly isBusy: boolean;
  readonly showHelp: () => void;
}

/** The text in the box, ahead of the address by the debounce. */
function useTyped({ query, ask }: Pick<SearchBoxProps, "query" | "ask">) {
  const [text, setText] = useState(query);
  const asked = useRef(query);
  const timer = useRef<ReturnType<typeof setTimeout>>(null);
  useEffect(() => {
    // Ignores the address that the box itself wrote: the box may already hold newer text.
    if (query === asked.current) return;
    asked.current = query;
    setText(query);
  }, [query]);
  const stop = () => {
    if (timer.current !== null) clearTimeout(timer.current);
  };
  useEffect(() => stop, []);
  const send = (value: string, isFinal: boolean) => {
    stop();
    asked.current = value;
    ask(value, isFinal);
  };
  const type = (value: string, isComposing: boolean) => {
    setText(value);
    stop();
    // Text under composition (Chinese, Japanese, Korean) is not a query yet.
    if (!isComposing) timer.current = setTimeout(() => send(value, false), DEBOUNCE_MS);
  };
  return { text, type, send };
}

/** The search box: results come while typing. */
export const SearchBox = ({ query, box, ask, isBusy, showHelp }: SearchBoxProps) => {
  const { text, type, send } = useTyped({ query, ask });
  const words = strings.search;
  return (
    <search class={`search-box ${isBusy ? "is-busy" : ""}`}>
      <form onSubmit={onSubmit(() => send(box.current?.value ?? text, true))}>
        <Icon name="search" />
        <input
          ref={box}
          type="search"
          name="q"
          aria-label={words.box}
          placeholder={words.box}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          enterkeyhint="search"
          maxlength={2_000}
          value={text}
          onInput={(event) => type(event.currentTarget.value, event.isComposing)}
          onCompositionEnd={(event) => type(event.currentTarget.value, false)}
        />
        <span aria-hidden="true">
          <kbd>/</kbd>
        </span>
        <IconButton icon="help" label={words.help} onClick={showHelp} />
      </form>
    </search>
  );
};
