import { commandLinePage } from "./command-line.ts";
import { errorsPage } from "./errors.ts";
import { httpPage } from "./http.ts";
import { mcpPage } from "./mcp.ts";
import { rankingPage } from "./ranking.ts";
import { settingsPage } from "./settings.ts";

/** Every reference page by its file's name. */
export async function referencePages(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ["command-line.md", await commandLinePage()],
    ["http.md", httpPage()],
    ["mcp.md", mcpPage()],
    ["ranking.md", rankingPage()],
    ["settings.md", settingsPage()],
    ["errors.md", errorsPage()],
  ]);
}
