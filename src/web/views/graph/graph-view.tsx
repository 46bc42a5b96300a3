import type { ViewProps } from "../../state/page.ts";
import { strings } from "../../strings.ts";

export const GraphView = ({ page }: ViewProps) => (
  <h1>
    {strings.views.graph} · {page.status.workspace}
  </h1>
);
