import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { onSubmit } from "../../../components/form.tsx";
import { Icon } from "../../../components/icon.tsx";
import { strings } from "../../../strings.ts";

/** A key that follows another sooner than this, milliseconds, waits as long for the next: one held down asks once. */
const DEBOUNCE_MS = 40;

interface SearchBoxProps {
  readonly query: string;
  readonly box: RefObject<HTMLInputElement | null>;
  /** `isFinal`: asked for with Enter, not passed while typing. */
  readonly ask: (query: string, isFinal: boolean) => void;
  readonly isBusy: boolean;
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
    timer.current = null;
  };
  useEffect(() => stop, []);
  const send = (value: string, isFinal: boolean) => {
    stop();
    asked.current = value;
    ask(value, isFinal);
  };
  const type = (value: string, isComposing: boolean) => {
    setText(value);
    const isQuick = timer.current !== null;
    stop();
    // Text under composition (Chinese, Japanese, Korean) is not a query yet.
    if (isComposing) return;
    if (!isQuick) send(value, false);
    timer.current = setTimeout(() => (isQuick ? send(value, false) : stop()), DEBOUNCE_MS);
  };
  return { text, type, send };
}

/** The search box: results come while typing. */
export const SearchBox = ({ query, box, ask, isBusy }: SearchBoxProps) => {
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
      </form>
    </search>
  );
};
