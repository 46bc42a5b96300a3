import { useEffect, useState } from "preact/hooks";
import { viewStyles } from "./view-styles.ts";

/**
 * A hook for code that is loaded when it is first wanted, with its styles, and kept. `isLost`: it could not be loaded; the connection is
 * down, or the code is that of an earlier deployment.
 */
export function lazy<Part>(load: () => Promise<Part>) {
  let loaded: { readonly part: Part } | undefined;
  return (isWanted = true): { readonly part: Part | undefined; readonly isLost: boolean } => {
    const [isLost, setLost] = useState(false);
    const [, setLoaded] = useState(loaded);
    useEffect(() => {
      if (!isWanted) return;
      if (loaded !== undefined) {
        // It came for another component between this one's drawing and its effects.
        setLoaded(loaded);
        return;
      }
      Promise.all([load(), viewStyles()]).then(
        ([part]) => {
          loaded = { part };
          setLoaded(loaded);
        },
        (error: unknown) => {
          console.warn(error);
          setLost(true);
        },
      );
    }, [isWanted]);
    return { part: loaded?.part, isLost };
  };
}
