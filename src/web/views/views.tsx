import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiFailure } from "../api.ts";
import type { IconName } from "../components/icon.tsx";
import { FailurePanel, Skeleton } from "../components/state-panel.tsx";
import type { ViewName } from "../state/place.ts";
import { strings } from "../strings.ts";
import { SearchView } from "./search/search-view.tsx";

const LOST = new ApiFailure("offline", strings.failures.part);

/**
 * A view whose code is loaded when it is first opened. Code that does not load may be that of an earlier deployment, so
 * trying again means reloading the page: the address and the tab's storage keep all that could be lost.
 */
function lazyView(load: () => Promise<FunctionComponent>): FunctionComponent {
  let loaded: FunctionComponent | undefined;
  return () => {
    const [state, setState] = useState({ View: loaded, isLost: false });
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (View) => {
          loaded = View;
          setState({ View, isLost: false });
        },
        (error: unknown) => {
          console.warn(error);
          setState({ View: undefined, isLost: true });
        },
      );
    }, []);
    if (state.isLost) return <FailurePanel failure={LOST} retry={() => location.reload()} />;
    return state.View === undefined ? <Skeleton lines={6} /> : <state.View />;
  };
}

/** Every view of the page; all but the search are loaded when they are opened. */
export const VIEWS: Readonly<
  Record<ViewName, { readonly icon: IconName; readonly View: FunctionComponent }>
> = {
  search: { icon: "search", View: SearchView },
  memory: {
    icon: "memory",
    View: lazyView(async () => (await import("./memory/memory-view.tsx")).MemoryView),
  },
  graph: { icon: "graph", View: lazyView(async () => (await import("./graph/graph-view.tsx")).GraphView) },
  index: { icon: "index", View: lazyView(async () => (await import("./index/index-view.tsx")).IndexView) },
};
