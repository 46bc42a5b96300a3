import type { Hit } from "../contract/hits.ts";
import { passage, passageLines } from "./passage.ts";
import type { View } from "./view.ts";

/** The whole chunk, exactly the cited lines. */
export const full: View<Hit> = {
  hit: (found) => ({ ...passage(found), text: found.row.text }),
  text: (hit) => passageLines(hit, hit.text ?? ""),
};
