import { useLayoutEffect, useRef } from "preact/hooks";
import type { Spot } from "./layout.ts";

/** Zoom that a graph is fitted with at most: few names are not blown up to fill the frame. */
const CLOSEST_FIT = 1.3;
const ZOOM = { least: 0.02, most: 3 } as const;
/** Free around a fitted graph, pixels. */
const MARGIN = 40;
/** Names are left out where they would be smaller than can be read. */
const LEAST_ZOOM_OF_NAMES = 0.53;
/** A pointer that moved no farther than this has clicked, pixels. */
const CLICK = 4;
const WHEEL = 400;

interface Viewport extends Spot {
  readonly zoom: number;
}

export interface Handlers {
  /** What was clicked; null: nothing drawn. */
  readonly click: (target: Element | null) => void;
  /** Moves what was pressed by this much of the graph's own units; false: it cannot be moved. */
  readonly drag: (target: Element, by: Spot) => boolean;
}

/** What of a graph an SVG element shows. `key`: fits again when it changes. */
function useView(key: unknown) {
  const frame = useRef<SVGSVGElement>(null);
  const content = useRef<SVGGElement>(null);
  const view = useRef<Viewport>({ x: 0, y: 0, zoom: 1 });
  const show = ({ x, y, zoom }: Viewport) => {
    view.current = { x, y, zoom };
    content.current?.setAttribute("transform", `translate(${x} ${y}) scale(${zoom})`);
    frame.current?.toggleAttribute("data-far", zoom < LEAST_ZOOM_OF_NAMES);
  };
  const pan = (by: Spot) =>
    show({ x: view.current.x + by.x, y: view.current.y + by.y, zoom: view.current.zoom });
  const zoomAt = ({ x, y }: Spot, factor: number) => {
    const before = view.current;
    const zoom = Math.min(ZOOM.most, Math.max(ZOOM.least, before.zoom * factor));
    const scale = zoom / before.zoom;
    show({ x: x - (x - before.x) * scale, y: y - (y - before.y) * scale, zoom });
  };
  const zoomBy = (factor: number) => {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    zoomAt({ x: clientWidth / 2, y: clientHeight / 2 }, factor);
  };
  const fit = () => {
    if (frame.current === null || content.current === null) return;
    const { clientWidth: width, clientHeight: height } = frame.current;
    frame.current.removeAttribute("data-far");
    const box = content.current.getBBox();
    const room = Math.min((width - 2 * MARGIN) / box.width, (height - 2 * MARGIN) / box.height);
    const zoom = Math.min(CLOSEST_FIT, Math.max(ZOOM.least, room));
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    show({ x: width / 2 - middle.x * zoom, y: height / 2 - middle.y * zoom, zoom });
  };
  useLayoutEffect(fit, [key]);
  return { frame, content, view, pan, zoomAt, zoomBy, fit };
}

/** Panning, zooming, clicking and dragging inside an SVG element, by mouse, finger and wheel. */
export function useViewport(key: unknown, { click, drag }: Handlers) {
  const { frame, content, view, pan, zoomAt, zoomBy, fit } = useView(key);
  const pointers = useRef(new Map<number, Spot>());
  const press = useRef({ target: null as Element | null, isMoved: false });
  /** A place of the window as one of the frame. */
  const placeOf = ({ clientX, clientY }: MouseEvent): Spot => {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  };
  const onPointerDown = (event: PointerEvent) => {
    const { target, pointerId } = event;
    pointers.current.set(pointerId, placeOf(event));
    press.current = { target: target instanceof Element ? target : null, isMoved: pointers.current.size > 1 };
    frame.current?.setPointerCapture(pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const known = pointers.current;
    const before = known.get(event.pointerId);
    if (before === undefined) return;
    const now = placeOf(event);
    const { current } = press;
    const by = { x: now.x - before.x, y: now.y - before.y };
    if (!current.isMoved && Math.hypot(by.x, by.y) < CLICK) return;
    current.isMoved = true;
    const [other] = [...known].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    known.set(event.pointerId, now);
    const { zoom } = view.current;
    if (other !== undefined) {
      const spread = (place: Spot) => Math.max(1, Math.hypot(place.x - other.x, place.y - other.y));
      pan({ x: by.x / 2, y: by.y / 2 });
      zoomAt({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }, spread(now) / spread(before));
    } else if (current.target === null || !drag(current.target, { x: by.x / zoom, y: by.y / zoom })) pan(by);
  };
  const onPointerUp = ({ pointerId, type }: PointerEvent) => {
    if (!pointers.current.delete(pointerId)) return;
    if (type === "pointerup" && !press.current.isMoved) click(press.current.target);
  };
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    zoomAt(placeOf(event), Math.exp(-event.deltaY / WHEEL));
  };
  const listeners = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onWheel };
  return { frame, content, fit, zoomBy, listeners };
}
