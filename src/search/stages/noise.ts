import { noiseReason } from "../../text/words/noise.ts";
import { toggle } from "../profiles/setting.ts";
import { defineStage } from "./stage.ts";

/** Drops memories that say nothing: denials, greetings, boilerplate, questions about memory itself. */
export const noise = defineStage({
  name: "noise",
  meaning: "drops memories that say nothing: denials, greetings, boilerplate",
  drops: "noise",
  strength: "on",
  settings: { on: toggle(true, "whether they are dropped") },
  create: () => (candidates) =>
    candidates.filter(({ kind, text }) => kind !== "memory" || noiseReason(text) === undefined),
});
