import { useEffect as honoEffect, useLayoutEffect, useRef } from "hono/jsx/dom";

type CleanUp = () => void;

interface Slot {
  deps: readonly unknown[] | undefined;
  cleanUp: CleanUp | undefined;
  isGone: boolean;
}

const isSame = (one: readonly unknown[] | undefined, other: readonly unknown[]): boolean =>
  one !== undefined && one.length === other.length && one.every((value, at) => Object.is(value, other[at]));

/**
 * Runs an effect after the frame in which its dependencies changed: once, after the clean-up of the one before, and never
 * after the component is gone. A function that it returns is its clean-up. Hono's own (4.13) waits for the next frame
 * too, but a render in between makes it run the same effect twice, forget the clean-up of one that was overtaken, and
 * run one whose component was taken away.
 */
export function useEffect(effect: () => unknown, deps: readonly unknown[]): void {
  const { current } = useRef<Slot>({ deps: undefined, cleanUp: undefined, isGone: false });
  const slot = current as Slot;
  const clean = () => {
    slot.cleanUp?.();
    slot.cleanUp = undefined;
    slot.deps = undefined;
  };
  honoEffect(() => {
    if (slot.isGone || isSame(slot.deps, deps)) return;
    clean();
    slot.deps = deps;
    const returned = effect();
    slot.cleanUp = typeof returned === "function" ? (returned as CleanUp) : undefined;
  }, deps);
  useLayoutEffect(
    () => () => {
      slot.isGone = true;
      clean();
    },
    [],
  );
}
