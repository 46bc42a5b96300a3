import type { ViewProps } from "../../state/page.ts";
import { strings } from "../../strings.ts";

export const MemoryView = ({ page }: ViewProps) => (
  <h1>
    {strings.views.memory} · {page.status.workspace}
  </h1>
);
