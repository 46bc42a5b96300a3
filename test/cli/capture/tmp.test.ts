import { it } from "vitest";
import { judge } from "./judge.ts";
it("x", async () => {
  for (const n of ["first", "second"] as const) {
    const j = await judge(n);
    console.log(JSON.stringify({ right: j.right.length, wrong: j.wrong, missed: j.missed }, null, 1));
  }
});
