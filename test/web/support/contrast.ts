import type axe from "axe-core";
import type { Page as Tab } from "playwright-core";
import { bringAxe } from "./browser.ts";

/** WCAG 2.2, 1.4.3. */
const LEAST = 4.5;
const LEAST_LARGE = 3;

/** A text as it is painted, where axe does not know what is behind it. Colours as the browser computes them. */
interface Text {
  readonly text: string;
  readonly colors: readonly string[];
  readonly opacity: number;
  readonly least: number;
  /** A line that is painted around the letters, which then is what is behind them. */
  readonly halo: string | undefined;
  /** Of each line the middle, where nothing lies that underlines it. */
  readonly bands: readonly {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  }[];
}

interface Seen {
  readonly failed: readonly string[];
  readonly unsure: readonly string[];
}

/** What axe says of the colours: findings, and the elements of which it cannot say. Behind an open dialog nothing is read. */
async function byAxe(tab: Tab): Promise<Seen> {
  await bringAxe(tab);
  return tab.evaluate(async () => {
    const { axe: tool } = window as unknown as { axe: typeof axe };
    const dialog = document.querySelector("dialog[open]");
    const { violations, incomplete } = await tool.run(dialog ?? document, {
      runOnly: ["color-contrast"],
      resultTypes: ["violations", "incomplete"],
    });
    const nodesOf = (results: typeof violations) => results.flatMap(({ nodes }) => nodes);
    return {
      failed: nodesOf(violations).map(
        ({ html, any }) => `${html.slice(0, 120)}: ${any.map(({ message }) => message).join(" ")}`,
      ),
      unsure: nodesOf(incomplete).map(({ target }) => String(target.at(-1))),
    };
  });
}

/** The texts of these elements, of drawings, and of empty fields. What cannot be used is not measured. */
const textsOf = (tab: Tab, selectors: readonly string[]): Promise<readonly Text[]> =>
  tab.evaluate(
    ({ selectors, LEAST, LEAST_LARGE }) => {
      const room = document.querySelector("dialog[open]") ?? document.body;
      const opacityOf = (element: Element | null): number =>
        element === null ? 1 : Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement);
      const isShown = (element: Element): boolean =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.closest(":disabled, [aria-disabled=true], .visually-hidden") === null;
      const bandsOf = (rects: Iterable<DOMRect>) =>
        [...rects]
          .filter(({ width, height }) => width > 1 && height > 4)
          .map(({ x, y, width, height }) => ({ x, y: y + height * 0.3, w: width, h: height * 0.4 }));
      const linesOf = (element: Element) =>
        [...element.childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "")
          .flatMap((node) => {
            const range = document.createRange();
            range.selectNodeContents(node);
            return bandsOf(range.getClientRects());
          });
      const measured = (element: Element, style: CSSStyleDeclaration, text: string, bands: Text["bands"]) => {
        const isDrawn = element instanceof SVGElement;
        const stops =
          style.backgroundClip === "text" ? (style.backgroundImage.match(/\w+\([^()]*\)/g) ?? []) : [];
        const size = Number.parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        return {
          ...{ text, bands, opacity: opacityOf(element), least: isLarge ? LEAST_LARGE : LEAST },
          colors: stops.length > 0 ? stops : [isDrawn ? style.fill : style.color],
          halo: isDrawn && style.stroke !== "none" ? style.stroke : undefined,
        };
      };
      const fields = [...room.querySelectorAll<HTMLInputElement>(":is(input, textarea)[placeholder]")];
      const elements = [
        ...selectors.flatMap((one) => [...document.querySelectorAll(one)]),
        ...room.querySelectorAll("svg text"),
      ];
      return [
        ...[...new Set(elements)]
          .filter(isShown)
          .map((element) =>
            measured(
              element,
              getComputedStyle(element),
              (element.textContent ?? "").trim(),
              linesOf(element),
            ),
          ),
        ...fields
          .filter((field) => field.value === "" && isShown(field))
          .map((field) =>
            measured(
              field,
              getComputedStyle(field, "::placeholder"),
              field.placeholder,
              bandsOf([field.getBoundingClientRect()]),
            ),
          ),
      ].filter(({ bands }) => bands.length > 0);
    },
    { selectors, LEAST, LEAST_LARGE },
  );

/** A picture of the window without a letter of its texts. */
async function withoutTexts(tab: Tab): Promise<string> {
  await tab.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `*, *::placeholder { color: transparent !important; caret-color: transparent !important; text-decoration-color: transparent !important; transition: none !important }
       svg text { opacity: 0 !important } .icon { visibility: hidden !important }
       .sign-in h1 { background: none !important }`,
    );
    document.adoptedStyleSheets.push(sheet);
  });
  const picture = await tab.screenshot({ scale: "css", animations: "disabled" });
  await tab.evaluate(() => void document.adoptedStyleSheets.pop());
  return picture.toString("base64");
}

/** Texts whose contrast with the worst of what is behind them is too weak, with the ratio. `probe`: an empty tab. */
const weakOf = (probe: Tab, picture: string, texts: readonly Text[]): Promise<readonly string[]> =>
  probe.evaluate(
    async ({ picture, texts }) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d", { willReadFrequently: true });
      if (context === null) throw new Error("no canvas");
      const spot = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
      context.drawImage(image, 0, 0);
      const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
      type Color = readonly [r: number, g: number, b: number, a: number];
      const parsed = (color: string): Color => {
        if (spot === null) throw new Error("no canvas");
        spot.clearRect(0, 0, 1, 1);
        spot.fillStyle = color;
        spot.fillRect(0, 0, 1, 1);
        const [r = 0, g = 0, b = 0, a = 0] = spot.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
      };
      const light = (channel: number): number =>
        channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;
      const luminance = ([r, g, b]: Color): number =>
        0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
      const over = ([r, g, b, a]: Color, [r2, g2, b2]: Color, opacity: number): Color => {
        const part = a * opacity;
        return [r * part + r2 * (1 - part), g * part + g2 * (1 - part), b * part + b2 * (1 - part), 1];
      };
      const ratio = (one: Color, other: Color): number => {
        const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
        return (high + 0.05) / (low + 0.05);
      };
      const behind = ({ halo, bands }: (typeof texts)[number]): readonly Color[] => {
        if (halo !== undefined) return [parsed(halo)];
        const colors = new Map<number, number>();
        let seen = 0;
        for (const { x, y, w, h } of bands)
          for (let row = Math.max(0, Math.round(y)); row < Math.min(height, y + h); row += 2)
            for (let column = Math.max(0, Math.round(x)); column < Math.min(width, x + w); column += 2) {
              const at = (row * width + column) * 4;
              const color = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
              colors.set(color, (colors.get(color) ?? 0) + 1);
              seen += 1;
            }
        // A line that crosses a few pixels is not what a text is read against.
        return [...colors]
          .filter(([, times]) => times > seen / 50)
          .map(([color]) => [color >> 16, (color >> 8) & 255, color & 255, 1]);
      };
      return texts.flatMap((text) => {
        const ratios = behind(text).flatMap((color) =>
          text.colors.map((own) => ratio(over(parsed(own), color, text.opacity), color)),
        );
        const worst = Math.min(...ratios);
        return worst >= text.least ? [] : [`${text.text.slice(0, 60)}: ${worst.toFixed(2)} of ${text.least}`];
      });
    },
    { picture, texts },
  );

/**
 * What of a tab's window is hard to read: axe's findings, then the texts that axe cannot judge and those of drawings and
 * empty fields, measured on a picture of what is behind them. `measured`: how many of the latter there were.
 */
export async function contrastOf(
  tab: Tab,
  probe: Tab,
): Promise<{ readonly weak: readonly string[]; readonly measured: number }> {
  const { failed, unsure } = await byAxe(tab);
  const texts = await textsOf(tab, unsure);
  const own = texts.length === 0 ? [] : await weakOf(probe, await withoutTexts(tab), texts);
  return { weak: [...failed, ...own], measured: texts.length };
}
