import { useEffect, useState } from "preact/hooks";
import { viewStyles } from "./view-styles.ts";

/** A hook for a part of the page, and what brings the part along with another one. */
interface UsePart<Part> {
  (isWanted?: boolean): { readonly part: Part | undefined; readonly isLost: boolean };
  /** From then on the hook has it at once. */
  readonly load: () => Promise<Part>;
}

/**
 * A hook for code that is loaded when it is first wanted, with its styles, and kept. `isLost`: it could not be loaded; the connection is
 * down, or the code is that of an earlier deployment.
 */
export function lazy<Part>(load: () => Promise<Part>): UsePart<Part> {
  let loaded: { readonly part: Part } | undefined;
  const loadOnce = async (): Promise<Part> => {
    const [part] = await Promise.all([load(), viewStyles()]);
    loaded = { part };
    return part;
  };
  const usePart = (isWanted = true) => {
    const [isLost, setLost] = useState(false);
    const [, setLoaded] = useState(loaded);
    useEffect(() => {
      if (!isWanted || loaded !== undefined) return;
      loadOnce().then(
        () => setLoaded(loaded),
        (error: unknown) => {
          console.warn(error);
          setLost(true);
        },
      );
    }, [isWanted]);
    return { part: loaded?.part, isLost };
  };
  return Object.assign(usePart, { load: loadOnce });
}
