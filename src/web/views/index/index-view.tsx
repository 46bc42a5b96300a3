import type { ViewProps } from "../../state/page.ts";
import { strings } from "../../strings.ts";

export const IndexView = ({ page }: ViewProps) => (
  <h1>
    {strings.views.index} · {page.status.workspace}
  </h1>
);
