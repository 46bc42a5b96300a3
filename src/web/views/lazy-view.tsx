import { useEffect, useState } from "preact/hooks";
import { ApiFailure } from "../api.ts";
import { FailurePanel, Skeleton } from "../components/state-panel.tsx";
import type { ViewProps } from "../state/page.ts";
import { strings } from "../strings.ts";

type View = (props: ViewProps) => unknown;

const LOST = new ApiFailure("offline", strings.failures.part);

/**
 * A view whose code is loaded when it is first opened. Code that cannot be had may be that of an earlier deployment, so
 * trying again means reloading the page: the address and the tab's storage hold all that there is to lose.
 */
export function lazyView(load: () => Promise<View>) {
  let loaded: View | undefined;
  return ({ page }: ViewProps) => {
    const [state, setState] = useState<{ readonly view?: View | undefined; readonly isLost: boolean }>({
      view: loaded,
      isLost: false,
    });
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (view) => {
          loaded = view;
          setState({ view, isLost: false });
        },
        (error: unknown) => {
          console.warn(error);
          setState({ isLost: true });
        },
      );
    }, []);
    if (state.isLost) return <FailurePanel failure={LOST} retry={() => location.reload()} />;
    const Shown = state.view as ((props: ViewProps) => never) | undefined;
    return Shown === undefined ? <Skeleton lines={6} /> : <Shown page={page} />;
  };
}
