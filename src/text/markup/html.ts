import { DocumentText } from "./document-text.ts";
import { type Attributes, readMarkup } from "./markup.ts";

/** Never text, whatever stands in it. */
const HIDDEN = new Set(
  "script style noscript template svg math iframe object select button textarea canvas dialog".split(" "),
);
/** The frame around what a page says. */
const FRAME = new Set(["nav", "aside", "footer"]);
const FRAME_ROLES = new Set(["navigation", "banner", "contentinfo", "search", "complementary"]);
const BLOCKS = new Set(
  "address article blockquote body dd div dl dt fieldset figcaption figure form header hr main ol p section table tbody thead ul caption details summary".split(
    " ",
  ),
);
const HEADING = /^h([1-6])$/;
const NOT_DISPLAYED = /(?:^|;)\s*display\s*:\s*none/i;
/** A whole number that an attribute says; undefined: it says none. */
const whole = (text: string | undefined): number | undefined =>
  /^-?\d{1,9}$/.test(text?.trim() ?? "") ? Number(text) : undefined;
const isBlock = (name: string): boolean => BLOCKS.has(name) || name === "li" || name === "pre";
const MAIN = /<main[\s>]|\brole\s*=\s*["']?main\b/i;

interface HtmlOptions {
  /** Without navigation, footers and the like, and only the main part where one is marked. */
  readonly withoutFrame: boolean;
  /** Added to the level of each heading. */
  readonly deeper?: number;
}

/** Stands for a line that the page itself breaks, until spaces are made one. */
const LINE = "\u2028";

const plainCell = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Reads a page's events into a text. The parser closes what a page leaves open. */
class HtmlReader {
  readonly #out: DocumentText;
  readonly #options: HtmlOptions;
  readonly #onlyMain: boolean;
  /** Of each open element, whether it is left out with all that it holds. */
  readonly #open: boolean[] = [];
  #hidden = 0;
  #main = 0;
  #articles = 0;
  #pre = 0;
  /** Level of the heading that is open. */
  #level = 0;
  /** Of each open list the number of its next item; undefined: it is not numbered. */
  readonly #lists: (number | undefined)[] = [];
  /** What the item begins with that is open and has no text yet. */
  #item: string | undefined;
  #isInTitle = false;
  #cells: string[] | undefined;
  #text = "";
  #title = "";
  /** The first of the highest level. */
  #heading = "";

  constructor(out: DocumentText, options: HtmlOptions, onlyMain: boolean) {
    this.#out = out;
    this.#options = options;
    this.#onlyMain = onlyMain;
  }

  /** What the page calls itself. */
  get title(): string {
    return this.#title.trim() === "" ? this.#heading : this.#title;
  }

  get #counts(): boolean {
    return this.#hidden === 0 && !(this.#onlyMain && this.#main === 0);
  }

  open(name: string, attributes: Attributes): void {
    const isLeftOut = this.#isLeftOut(name, attributes);
    this.#open.push(isLeftOut);
    if (isLeftOut) this.#hidden++;
    if (name === "title" && this.#title === "") this.#isInTitle = true;
    if (name === "main" || attributes.role === "main") this.#main++;
    if (name === "article") this.#articles++;
    if (!this.#counts) return;
    if (this.#cells !== undefined && name !== "tr") this.#openInRow(name);
    else this.#openBlock(name, attributes);
  }

  text(part: string): void {
    if (this.#isInTitle) this.#title += part;
    else if (this.#counts) this.#text += part;
  }

  close(name: string): void {
    if (this.#counts && this.#cells !== undefined) this.#closeInRow(name);
    else if (this.#counts) this.#closeBlock(name);
    if (this.#open.pop() === true) this.#hidden--;
    if (name === "title") this.#isInTitle = false;
    if (name === "main") this.#main = Math.max(0, this.#main - 1);
    if (name === "article") this.#articles = Math.max(0, this.#articles - 1);
  }

  flush(): void {
    const content = this.#text;
    this.#text = "";
    if (content.trim() === "") return;
    const { deeper = 0 } = this.#options;
    if (this.#level === 1) this.#heading ||= plainCell(content);
    if (this.#level > 0) this.#out.heading(this.#level + deeper, content);
    else if (this.#item !== undefined) this.#out.item(this.#item, content, this.#lists.length - 1);
    else {
      this.#out.gap();
      if (this.#pre > 0) this.#out.code(content);
      else this.#out.paragraph(content.replace(/[ \t\r\n\f]+/g, " ").replaceAll(LINE, "\n"));
    }
    this.#item = undefined;
  }

  #isLeftOut(name: string, attributes: Attributes): boolean {
    if (HIDDEN.has(name) || "hidden" in attributes || attributes["aria-hidden"] === "true") return true;
    if (NOT_DISPLAYED.test(attributes.style ?? "")) return true;
    if (!this.#options.withoutFrame) return false;
    if (FRAME.has(name) || FRAME_ROLES.has(attributes.role ?? "")) return true;
    // An article's own header is a part of it.
    return name === "header" && this.#articles + this.#main === 0;
  }

  #openInRow(name: string): void {
    if (name === "td" || name === "th") this.#text = "";
    if (name === "br" || BLOCKS.has(name)) this.#text += " ";
  }

  #openBlock(name: string, { alt, start, value }: Attributes): void {
    const level = HEADING.exec(name)?.[1];
    if (level !== undefined || isBlock(name) || name === "tr") this.flush();
    if (level !== undefined) this.#level = Number(level);
    if (name === "ul") this.#lists.push(undefined);
    if (name === "ol") this.#lists.push(whole(start) ?? 1);
    if (name === "li") this.#item = this.#nextItem(whole(value));
    if (name === "pre") this.#pre++;
    if (name === "br") this.#text += this.#pre > 0 ? "\n" : LINE;
    if (name === "tr") this.#cells = [];
    if (name === "img" && alt) this.#text += ` ${alt} `;
  }

  /** The mark of an item: its number, or a dash. */
  #nextItem(value: number | undefined): string {
    const number = value ?? this.#lists.at(-1);
    if (number === undefined || this.#lists.at(-1) === undefined) return "-";
    this.#lists[this.#lists.length - 1] = number + 1;
    return `${number}.`;
  }

  #closeInRow(name: string): void {
    if (name === "td" || name === "th") this.#cells?.push(plainCell(this.#text));
    if (name === "tr") {
      const row = this.#cells ?? [];
      this.#cells = undefined;
      if (row.some((cell) => cell !== "")) this.#out.line(row.join(" | "));
    }
    if (name === "td" || name === "th" || name === "tr") this.#text = "";
  }

  #closeBlock(name: string): void {
    const isHeading = HEADING.test(name);
    if (isHeading || isBlock(name)) this.flush();
    if (isHeading) this.#level = 0;
    if (name === "ul" || name === "ol") this.#lists.pop();
    if ((name === "ul" || name === "ol" || name === "table") && this.#lists.length === 0) this.#out.gap();
    if (name === "pre") this.#pre = Math.max(0, this.#pre - 1);
  }
}

/** Adds what a page shows to a text; answers its title. */
export function addHtml(out: DocumentText, html: string, options: HtmlOptions): string {
  const reader = new HtmlReader(out, options, options.withoutFrame && MAIN.test(html));
  readMarkup(
    // A carriage return alone is a line end, too (HTML, 13.2.3.5 Preprocessing the input stream).
    html.replace(/\r\n?/g, "\n"),
    {
      open: (name, attributes) => reader.open(name, attributes),
      text: (part) => reader.text(part),
      close: (name) => reader.close(name),
    },
    "html",
  );
  reader.flush();
  return reader.title;
}

const WHOLE_PAGE = /<!doctype\s+html|<html[\s>]/i;
const CHARSET = /<meta[^>]{1,200}charset\s*=\s*["']?([\w-]{2,40})/i;
const HEAD_CHARS = 4_096;

/** What the first bytes of a page say: whether it is a whole page, and the name of its encoding. */
export function htmlHead(bytes: Uint8Array): {
  readonly isPage: boolean;
  readonly charset: string | undefined;
} {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_CHARS));
  return { isPage: WHOLE_PAGE.test(head), charset: CHARSET.exec(head)?.[1] };
}

/**
 * The text of a page as Markdown, without its frame where anything is left then; `titleOf` makes its title of its own.
 * Undefined: it has no text. Throws ConversionError.
 */
export function pageText(html: string, titleOf: (own: string) => string): string | undefined {
  for (const withoutFrame of [true, false]) {
    const out = new DocumentText();
    const title = addHtml(out, html, { withoutFrame });
    if (!out.isEmpty) return out.finish("html", { title: titleOf(title) });
  }
  return undefined;
}
