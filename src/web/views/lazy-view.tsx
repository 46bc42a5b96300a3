import { useState } from "hono/jsx/dom";
import { ApiFailure } from "../api/failure.ts";
import { FailurePanel, Skeleton } from "../components/state-panel.tsx";
import type { ViewProps } from "../state/page.ts";
import { useEffect } from "../state/use-effect.ts";
import { strings } from "../strings.ts";

type View = (props: ViewProps) => unknown;

/** A view whose code is loaded when it is first opened. */
export function lazyView(load: () => Promise<View>) {
  let loaded: View | undefined;
  return ({ page }: ViewProps) => {
    const [View, setView] = useState<{ readonly view: View } | undefined>(loaded && { view: loaded });
    const [attempt, setAttempt] = useState(0);
    const [isLost, setLost] = useState(false);
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (view) => {
          loaded = view;
          setView({ view });
        },
        () => setLost(true),
      );
    }, [attempt]);
    const retry = () => {
      setLost(false);
      setAttempt((count) => count + 1);
    };
    if (isLost)
      return <FailurePanel failure={new ApiFailure("offline", strings.failures.offline)} retry={retry} />;
    const Shown = View?.view as ((props: ViewProps) => never) | undefined;
    return Shown === undefined ? <Skeleton lines={6} /> : <Shown page={page} />;
  };
}
