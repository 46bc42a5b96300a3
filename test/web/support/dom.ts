/** As much of the browser's DOM as Preact and the page's components need, without layout. */

type Listener = (this: DomElement, event: DomEvent) => unknown;

export interface DomEvent {
  readonly type: string;
  readonly target: DomElement;
  currentTarget: DomElement;
  isDefaultPrevented: boolean;
  isStopped: boolean;
  readonly preventDefault: () => void;
  readonly stopPropagation: () => void;
}

export class DomNode {
  parentNode: DomElement | null = null;
  readonly ownerDocument: DomDocument;
  readonly nodeType: number;

  constructor(ownerDocument: DomDocument, nodeType: number) {
    this.ownerDocument = ownerDocument;
    this.nodeType = nodeType;
  }

  get nextSibling(): DomNode | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  get textContent(): string {
    return "";
  }

  remove(): void {
    const siblings = this.parentNode?.childNodes ?? [];
    siblings.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
  }
}

class DomText extends DomNode {
  data: string;

  constructor(ownerDocument: DomDocument, data: string) {
    super(ownerDocument, 3);
    this.data = String(data);
  }

  override get textContent(): string {
    return this.data;
  }
}

const PART = /\[([\w-]+)(?:="?([^"\]]*)"?)?\]|:not\(([^)]*)\)|([.#]?)([\w-]+)/g;

type Test = (element: DomElement) => boolean;

/** A selector without spaces: names, classes, attributes and `:not()`. */
function testOf(selector: string): Test {
  const tests = [...selector.matchAll(PART)].map(([, attribute, value, not, sign, name = ""]): Test => {
    if (not !== undefined) return (element) => !element.matches(not);
    if (attribute !== undefined && value === undefined) return ({ attributes }) => attributes.has(attribute);
    if (attribute !== undefined) return ({ attributes }) => attributes.get(attribute) === value;
    if (sign === "#") return ({ attributes }) => attributes.get("id") === name;
    return sign === "." ? ({ classes }) => classes.includes(name) : ({ localName }) => localName === name;
  });
  return (element) => tests.every((test) => test(element));
}

/** Each way to match a selector, from the element itself outwards. */
const waysOf = (selector: string): readonly (readonly Test[])[] =>
  selector.split(",").map((one) => one.trim().split(/\s+/).reverse().map(testOf));

const ways = new Map<string, ReturnType<typeof waysOf>>();

const isWithin = (element: DomElement | null, [nearest, ...outer]: readonly Test[]): boolean => {
  if (nearest === undefined) return true;
  for (let at = element; at !== null; at = at.parentNode)
    if (nearest(at)) return isWithin(at.parentNode, outer);
  return false;
};

export class DomElement extends DomNode {
  readonly clientWidth: number = 0;
  readonly clientHeight: number = 0;
  readonly childNodes: DomNode[] = [];
  readonly attributes = new Map<string, string>();
  readonly listeners = new Map<string, Listener>();
  readonly style: Record<string, unknown> & { setProperty: (name: string, value: string) => void };
  readonly localName: string;
  readonly namespaceURI: string;

  constructor(ownerDocument: DomDocument, namespaceURI: string, localName: string) {
    super(ownerDocument, 1);
    this.namespaceURI = namespaceURI;
    this.localName = localName;
    const style: DomElement["style"] = {
      setProperty: (name, value) => {
        style[name] = value;
      },
    };
    this.style = style;
  }

  get firstChild(): DomNode | null {
    return this.childNodes[0] ?? null;
  }

  get children(): readonly DomElement[] {
    return this.childNodes.filter((node) => node instanceof DomElement);
  }

  get classes(): readonly string[] {
    return (this.attributes.get("class") ?? "").split(/\s+/).filter(Boolean);
  }

  override get textContent(): string {
    return this.childNodes.map((node) => node.textContent).join("");
  }

  get value(): string {
    return this.attributes.get("value") ?? "";
  }

  set value(value: string) {
    this.attributes.set("value", String(value));
  }

  getBoundingClientRect(): { readonly left: number; readonly top: number } {
    return { left: 0, top: 0 };
  }

  getBBox() {
    return { x: 0, y: 0, width: 0, height: 0 };
  }

  get dataset(): Readonly<Record<string, string>> {
    const data = [...this.attributes].filter(([name]) => name.startsWith("data-"));
    return Object.fromEntries(data.map(([name, value]) => [name.slice("data-".length), value]));
  }

  insertBefore(node: DomNode, before: DomNode | null): void {
    if (node.parentNode !== null) node.remove();
    const at = before === null ? -1 : this.childNodes.indexOf(before);
    this.childNodes.splice(at < 0 ? this.childNodes.length : at, 0, node);
    node.parentNode = this;
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  toggleAttribute(name: string, isOn: boolean): void {
    if (isOn) this.setAttribute(name, "");
    else this.removeAttribute(name);
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, listener);
  }

  removeEventListener(type: string): void {
    this.listeners.delete(type);
  }

  /** Calls the listeners from here outwards; `more` is what else the event has. */
  fire(type: string, more: object = {}): DomEvent {
    const event: DomEvent = {
      ...{ type, target: this, currentTarget: this, isDefaultPrevented: false, isStopped: false },
      preventDefault: () => {
        event.isDefaultPrevented = true;
      },
      stopPropagation: () => {
        event.isStopped = true;
      },
      ...more,
    };
    for (let at: DomElement | null = this; at !== null && !event.isStopped; at = at.parentNode) {
      if (!("currentTarget" in more)) event.currentTarget = at;
      at.listeners.get(type)?.call(at, event);
    }
    return event;
  }

  matches(selector: string): boolean {
    const known = ways.get(selector) ?? waysOf(selector);
    ways.set(selector, known);
    return known.some(([own, ...outer]) => own?.(this) === true && isWithin(this.parentNode, outer));
  }

  closest(selector: string): DomElement | null {
    return this.matches(selector) ? this : (this.parentNode?.closest(selector) ?? null);
  }

  contains(other: DomNode | null): boolean {
    for (let at = other; at !== null; at = at.parentNode) if (at === this) return true;
    return false;
  }

  querySelectorAll(selector: string): readonly DomElement[] {
    return this.children.flatMap((child) => [
      ...(child.matches(selector) ? [child] : []),
      ...child.querySelectorAll(selector),
    ]);
  }

  querySelector(selector: string): DomElement | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  focus(): void {
    this.ownerDocument.activeElement = this;
  }

  select(): void {
    this.setAttribute("data-selected", "");
  }

  click(): void {
    this.fire("click", { button: 0 });
  }

  showModal(): void {
    this.setAttribute("open", "");
  }

  close(): void {
    this.removeAttribute("open");
  }
}

export class DomDocument {
  title = "";
  activeElement: DomElement | null = null;
  readonly body: DomElement = this.createElementNS("http://www.w3.org/1999/xhtml", "body");

  createElementNS(namespace: string, name: string): DomElement {
    return new DomElement(this, namespace, name);
  }

  createTextNode(data: string): DomNode {
    return new DomText(this, data);
  }

  querySelectorAll(selector: string): readonly DomElement[] {
    return this.body.querySelectorAll(selector);
  }

  querySelector(selector: string): DomElement | null {
    return this.body.querySelector(selector);
  }

  getElementById(id: string): DomElement | null {
    return this.querySelector(`#${id}`);
  }

  addEventListener(type: string, listener: Listener): void {
    this.body.addEventListener(type, listener);
  }

  removeEventListener(type: string): void {
    this.body.removeEventListener(type);
  }
}
