import type { IconName } from "../components/icon.tsx";
import type { ViewProps } from "../state/page.ts";
import type { ViewName } from "../state/place.ts";
import { lazyView } from "./lazy-view.tsx";
import { SearchView } from "./search/search-view.tsx";

export interface ViewEntry {
  readonly icon: IconName;
  readonly View: (props: ViewProps) => ReturnType<typeof SearchView>;
}

/** Every view of the page; all but the search are loaded when they are opened. */
export const VIEWS: Readonly<Record<ViewName, ViewEntry>> = {
  search: { icon: "search", View: SearchView },
  memory: {
    icon: "memory",
    View: lazyView(async () => (await import("./memory/memory-view.tsx")).MemoryView),
  },
  graph: {
    icon: "graph",
    View: lazyView(async () => (await import("./graph/graph-view.tsx")).GraphView),
  },
  index: {
    icon: "index",
    View: lazyView(async () => (await import("./index/index-view.tsx")).IndexView),
  },
};
