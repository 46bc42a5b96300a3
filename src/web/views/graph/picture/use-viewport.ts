import { useLayoutEffect, useRef } from "preact/hooks";
import { boundsOf, fitted, type Size, type Viewport, ZOOM } from "./fit.ts";
import type { Shapes } from "./shapes.ts";
import type { Spot } from "./spot.ts";

/** A pointer that moved no farther than this has clicked, pixels. */
const CLICK = 4;
const WHEEL = 400;
/** What a key moves the picture by, pixels, and zooms it by. */
const KEY_STEP = 60;
const KEY_ZOOM = 1.25;

export interface Handlers {
  /** What was clicked; null: nothing drawn. */
  readonly click: (target: Element | null) => void;
  /** Moves what was pressed by this much of the picture's own units; false: it cannot be moved. */
  readonly drag: (target: Element, by: Spot) => boolean;
  /** The picture is shown at another zoom. */
  readonly zoomed: (zoom: number) => void;
}

/** What of a picture an SVG element shows: all of it until somebody moves it. */
function useView(shapes: Shapes | undefined, zoomed: Handlers["zoomed"]) {
  const frame = useRef<SVGSVGElement>(null);
  const content = useRef<SVGGElement>(null);
  const view = useRef<Viewport>({ x: 0, y: 0, zoom: 1 });
  const isMoved = useRef(false);
  const size = (): Size => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {};
    return { width, height };
  };
  const show = ({ x, y, zoom }: Viewport) => {
    const isZoomed = zoom !== view.current.zoom;
    view.current = { x, y, zoom };
    content.current?.setAttribute("transform", `translate(${x} ${y}) scale(${zoom})`);
    if (!isZoomed) return;
    content.current?.style.setProperty("--zoom", `${zoom}`);
    zoomed(zoom);
  };
  const pan = (by: Spot) => {
    isMoved.current = true;
    show({ x: view.current.x + by.x, y: view.current.y + by.y, zoom: view.current.zoom });
  };
  const zoomAt = ({ x, y }: Spot, factor: number) => {
    isMoved.current = true;
    const before = view.current;
    const zoom = Math.min(ZOOM.most, Math.max(ZOOM.least, before.zoom * factor));
    const scale = zoom / before.zoom;
    show({ x: x - (x - before.x) * scale, y: y - (y - before.y) * scale, zoom });
  };
  const zoomBy = (factor: number) => {
    const { width, height } = size();
    zoomAt({ x: width / 2, y: height / 2 }, factor);
  };
  const showAll = () => {
    isMoved.current = false;
    if (shapes !== undefined && shapes.nodes.length > 0) show(fitted(boundsOf(shapes.nodes), size()));
  };
  useLayoutEffect(showAll, [shapes]);
  useLayoutEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(() => {
      if (!isMoved.current) showAll();
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [shapes]);
  return { frame, content, view, pan, zoomAt, zoomBy, showAll };
}

/** Panning, zooming, clicking and dragging inside an SVG element, by mouse, finger, wheel and keys. */
export function useViewport(shapes: Shapes | undefined, { click, drag, zoomed }: Handlers) {
  const { frame, content, view, pan, zoomAt, zoomBy, showAll } = useView(shapes, zoomed);
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
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => pan({ x: KEY_STEP, y: 0 }),
    ArrowRight: () => pan({ x: -KEY_STEP, y: 0 }),
    ArrowUp: () => pan({ x: 0, y: KEY_STEP }),
    ArrowDown: () => pan({ x: 0, y: -KEY_STEP }),
    "+": () => zoomBy(KEY_ZOOM),
    "=": () => zoomBy(KEY_ZOOM),
    "-": () => zoomBy(1 / KEY_ZOOM),
    "0": showAll,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const listeners = {
    ...{ onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
    ...{ onWheel, onKeyDown },
  };
  return { frame, content, showAll, zoomBy, listeners };
}
