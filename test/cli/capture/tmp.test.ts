import { it } from "vitest";
import { judge } from "./judge.ts";
it("x", async () => { const j = await judge("first"); console.log(JSON.stringify({right:j.right.length, wrong:j.wrong, missed:j.missed}, null, 1)); });
