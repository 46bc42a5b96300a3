import { useEffect, useState } from "preact/hooks";
import { strings } from "../strings.ts";
import type { Page } from "./page.ts";
import { addressOf, type Place, readPlace } from "./place.ts";

const titleOf = ({ view, parameters }: Place): string =>
  [parameters.q, strings.views[view], strings.product].filter(Boolean).join(" · ");

/** The address as state: it changes with the history, and `go` changes both. */
export function usePlace(): { readonly place: Place; readonly go: Page["go"] } {
  const [place, setPlace] = useState<Place>(() => readPlace(location.search));
  useEffect(() => {
    const listen = () => setPlace(readPlace(location.search));
    addEventListener("popstate", listen);
    return () => removeEventListener("popstate", listen);
  }, []);
  useEffect(() => {
    document.title = titleOf(place);
  }, [place]);
  const go: Page["go"] = (next, { replace = false } = {}) => {
    const address = addressOf(next);
    const isSame = address === addressOf(readPlace(location.search));
    if (replace || isSame) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    setPlace(next);
  };
  return { place, go };
}
