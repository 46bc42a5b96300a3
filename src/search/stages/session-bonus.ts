import { number } from "../profiles/setting.ts";
import { defineStage, scoring } from "./stage.ts";

/** + bonus when the candidate belongs to the asker's session. */
export const sessionBonus = defineStage({
  name: "session",
  meaning: "adds to what belongs to the asking session",
  strength: "bonus",
  settings: { bonus: number(0.2, [0, 1], { meaning: "what it gains" }) },
  create: ({ bonus }) =>
    scoring(({ score, session }, asker) =>
      session !== undefined && session === asker.session ? score + bonus : score,
    ),
});
