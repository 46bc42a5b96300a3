import type { FunctionComponent } from "preact";
import type { ApiFailure } from "../api.ts";
import type { IconName } from "../components/icon.tsx";
import { FailurePanel, Skeleton } from "../components/state-panel.tsx";
import { lazy } from "../state/lazy.ts";
import type { ViewName } from "../state/place.ts";
import { strings } from "../strings.ts";
import { SearchView } from "./search/search-view.tsx";

const LOST: ApiFailure = { code: "offline", message: strings.failures.part };

/**
 * A view whose code is loaded when it is first opened. Trying again means reloading the page: the address and the tab's
 * storage keep all that could be lost.
 */
function lazyView(load: () => Promise<FunctionComponent>): FunctionComponent {
  const useView = lazy(load);
  return () => {
    const { part: View, isLost } = useView();
    if (isLost) return <FailurePanel failure={LOST} retry={() => location.reload()} />;
    return View === undefined ? <Skeleton lines={6} /> : <View />;
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
