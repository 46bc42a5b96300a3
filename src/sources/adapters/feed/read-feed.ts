import { localName, readMarkup } from "../../../text/markup/markup.ts";

/** An entry of a feed, as it is written: texts may be HTML. */
export interface FeedEntry {
  readonly id: string;
  readonly link: string | undefined;
  readonly title: string;
  /** The whole text where there is one, else the summary; HTML. */
  readonly html: string;
  /** Milliseconds since 1970. */
  readonly at: number | undefined;
}

export interface Feed {
  readonly title: string;
  readonly entries: readonly FeedEntry[];
}

/** Entries read of one feed at most. */
const MAX_ENTRIES = 10_000;

type Fields = Record<string, string>;

/** What an element inside an entry says, by RSS 1.0 and 2.0, Atom and their usual extensions. */
const FIELDS: Readonly<Record<string, string>> = {
  id: "id",
  guid: "id",
  title: "title",
  link: "link",
  encoded: "content",
  content: "content",
  description: "summary",
  summary: "summary",
  published: "published",
  pubDate: "published",
  date: "published",
  updated: "updated",
};

const isEntry = (name: string): boolean => name === "item" || name === "entry";

/** A video's text stands in a group of its own: https://www.rssboard.org/media-rss#media-group */
const isMediaText = (name: string, parent: string): boolean => name === "description" && parent === "group";

/** Reads a feed's events; markup that Atom writes as XHTML is kept as markup. */
class FeedReader {
  readonly entries: FeedEntry[] = [];
  title = "";
  #fields: Fields | undefined;
  #path: string[] = [];
  #text = "";
  /** Depth at which an element's markup is being kept. */
  #markupFrom = 0;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const own = localName(name);
    this.#path.push(own);
    if (this.#markupFrom > 0) {
      this.#text += `<${own}${hrefOf(attributes)}>`;
      return;
    }
    this.#text = "";
    if (isEntry(own)) this.#fields = {};
    if (attributes.type === "xhtml") this.#markupFrom = this.#path.length;
    const { href, rel = "alternate" } = attributes;
    if (own === "link" && href !== undefined && rel === "alternate" && this.#fields !== undefined)
      this.#fields.link ??= href;
    if (own === "item" && attributes["rdf:about"] !== undefined && this.#fields !== undefined)
      this.#fields.id = attributes["rdf:about"];
  }

  text(part: string): void {
    this.#text += this.#markupFrom > 0 ? escaped(part) : part;
  }

  close(): void {
    const depth = this.#path.length;
    const own = this.#path.pop() ?? "";
    if (this.#markupFrom > 0 && depth > this.#markupFrom) {
      this.#text += `</${own}>`;
      return;
    }
    this.#markupFrom = 0;
    if (isEntry(own)) this.#end();
    else this.#take(own, this.#path.at(-1) ?? "");
    this.#text = "";
  }

  #take(own: string, parent: string): void {
    const text = this.#text.trim();
    if (text === "") return;
    if (this.#fields === undefined) {
      if (own === "title" && this.title === "" && (parent === "channel" || parent === "feed"))
        this.title = text;
      return;
    }
    const field = isEntry(parent) || isMediaText(own, parent) ? FIELDS[own] : undefined;
    if (field !== undefined) this.#fields[field] ??= text;
  }

  #end(): void {
    const { id, link, title = "", content, summary, published, updated } = this.#fields ?? {};
    this.#fields = undefined;
    const html = content ?? summary ?? "";
    const name = id ?? link ?? title;
    if (name === "" || this.entries.length >= MAX_ENTRIES) return;
    this.entries.push({
      id: name,
      link: link ?? permalink(id),
      title: plain(title),
      html,
      at: timeOf(updated ?? published),
    });
  }
}

const hrefOf = ({ href }: Readonly<Record<string, string>>): string =>
  href === undefined ? "" : ` href="${href.replaceAll('"', "&quot;")}"`;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const permalink = (id: string | undefined): string | undefined =>
  id !== undefined && /^https?:\/\//.test(id) ? id : undefined;

/** A title may be HTML that is escaped twice. */
const plain = (title: string): string =>
  title
    .replace(/<[^<>]{1,200}>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

function timeOf(text: string | undefined): number | undefined {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) || ms < 0 ? undefined : ms;
}

/** The entries of an RSS or Atom feed; undefined: it is neither. Damaged markup is read as far as it goes. */
export function readFeed(xml: string): Feed | undefined {
  if (!/<(?:\w+:)?(?:rss|feed|RDF)[\s>]/.test(xml.slice(0, 10_000))) return undefined;
  const reader = new FeedReader();
  readMarkup(xml, {
    open: (name, attributes) => reader.open(name, attributes),
    text: (part) => reader.text(part),
    close: () => reader.close(),
  });
  return { title: reader.title, entries: reader.entries };
}
