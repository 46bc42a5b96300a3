import type { ViewProps } from "../../state/page.ts";
import { strings } from "../../strings.ts";

export const SearchView = ({ page }: ViewProps) => (
  <h1>
    {strings.search.title} · {page.status.workspace}
  </h1>
);
