import { useEffect, useState } from "preact/hooks";

/** From here on the results and a document stand side by side; the styles have the same. */
const WIDE = "(min-width: 64rem)";

/** Whether the window is wide enough for two columns. */
export function useWide(): boolean {
  const [query] = useState(() => globalThis.matchMedia?.(WIDE));
  const [isWide, setWide] = useState(query?.matches ?? false);
  useEffect(() => {
    const listen = () => setWide(query?.matches ?? false);
    query?.addEventListener("change", listen);
    return () => query?.removeEventListener("change", listen);
  }, []);
  return isWide;
}

/** A value once it has stayed the same, by its key, for so many milliseconds; it goes at once. */
export function useLater<Value>(
  value: Value,
  keyOf: (value: Value) => string,
  delayMs: number,
): Value | undefined {
  const [rested, setRested] = useState<{ readonly value: Value } | undefined>(undefined);
  const key = keyOf(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested({ value }), delayMs);
    return () => clearTimeout(timer);
  }, [key]);
  return value === undefined ? undefined : rested?.value;
}
