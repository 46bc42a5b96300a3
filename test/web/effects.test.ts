import { expect, it } from "vitest";
import { sourceFiles } from "../conventions/source-files.ts";

const ALLOWED = "src/web/state/use-effect.ts";

it("takes effects from the page's own useEffect: the library's runs some of them twice", () => {
  const files = sourceFiles(["src/web"], [".ts", ".tsx"]).filter(({ path }) => path !== ALLOWED);
  const breaking = files.filter(({ text }) =>
    /import \{[^}]*\buseEffect\b[^}]*\} from "hono\/jsx/.test(text),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(breaking.map(({ path }) => path)).toEqual([]);
});
