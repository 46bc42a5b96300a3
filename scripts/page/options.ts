import { parseArgs } from "node:util";
import { STATES, VIEWS } from "./views.ts";

export const WIDTHS = [390, 1_024, 1_440] as const;
export const SCHEMES = ["light", "dark"] as const;
export const CONTRASTS = ["more", "forced"] as const;

/** What `--help` prints, and what stands below a wrong option. */
export const HELP = `npm run screenshots [-- folder [view …] [options]]

Pictures of every view of the page, or those named, as PNG files in docs/screenshots or the folder.
Exit code 1 where something overlaps, sticks out or is cut, a short word is broken, or axe finds something; 2 for a wrong option.

  --state <state>        ${STATES.join(", ")}; may be given several times
  --width <pixels>       ${WIDTHS.join(", ")}; may be given several times
  --scheme <scheme>      ${SCHEMES.join(", ")}; may be given several times
  --contrast <contrast>  ${CONTRASTS.join(", ")}: what the system asks for
  --zoom <percent>       a window of so much less room, as 200 is on most screens
  -h, --help             this text

Views: ${VIEWS.map(({ name }) => name).join(", ")}`;

const several = { type: "string", multiple: true } as const;
const once = { type: "string" } as const;
const help = { type: "boolean", short: "h" } as const;
const OPTIONS = { state: several, width: several, scheme: several, contrast: once, zoom: once, help };

/** Percent that the page may be enlarged to. */
const ZOOM = { least: 100, most: 400 } as const;

const unknownOf = <One>(
  name: string,
  all: readonly One[],
  given: readonly string[] = [],
): readonly string[] =>
  given
    .filter((one) => !all.some((known) => String(known) === one))
    .map((one) => `${name} ${one} is not one of ${all.join(", ")}`);

/** Which pictures the words behind the command ask for. Throws an Error that says what is wrong and what is allowed. */
export function readOptions(words: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options: OPTIONS });
  const [folder = "docs/screenshots", ...views] = positionals;
  const zoom = Number(values.zoom ?? ZOOM.least);
  const contrast = CONTRASTS.find((one) => one === values.contrast);
  const wrong = [
    ...unknownOf("state", STATES, values.state),
    ...unknownOf("width", WIDTHS, values.width),
    ...unknownOf("scheme", SCHEMES, values.scheme),
    ...unknownOf("contrast", CONTRASTS, values.contrast === undefined ? [] : [values.contrast]),
    ...unknownOf(
      "view",
      VIEWS.map(({ name }) => name),
      views,
    ),
  ];
  if (!(zoom >= ZOOM.least && zoom <= ZOOM.most))
    wrong.push(`zoom ${values.zoom} is not between ${ZOOM.least} and ${ZOOM.most}`);
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  const { state, width, scheme, help = false } = values;
  return { folder, views, state, width, scheme, contrast, help, enlarged: zoom / ZOOM.least };
}
