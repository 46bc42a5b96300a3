import type { Spot } from "./spot.ts";

export const ZOOM = { least: 0.02, most: 4 } as const;
/** Zoom that a picture is fitted with at most: few nodes are not blown up to fill the frame. */
const CLOSEST = 1.3;
/** Free around a fitted picture, for names, pixels: as a share of the frame, and at most. */
const MARGIN = { share: 0.17, x: 100, y: 40 } as const;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Viewport extends Spot {
  readonly zoom: number;
}

export interface Bounds extends Spot, Size {}

/** What nodes take, without their names. */
export function boundsOf(nodes: readonly (Spot & { readonly radius: number })[]): Bounds {
  const left = Math.min(...nodes.map(({ x, radius }) => x - radius));
  const top = Math.min(...nodes.map(({ y, radius }) => y - radius));
  const right = Math.max(...nodes.map(({ x, radius }) => x + radius));
  const bottom = Math.max(...nodes.map(({ y, radius }) => y + radius));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** What is free around a fitted picture, pixels. */
export const marginOf = ({ width, height }: Size): Spot => ({
  x: Math.min(MARGIN.x, width * MARGIN.share),
  y: Math.min(MARGIN.y, height * MARGIN.share),
});

/** The view that shows all of a picture in a frame, with room for names. */
export function fitted({ x, y, width, height }: Bounds, frame: Size): Viewport {
  const margin = marginOf(frame);
  const room = Math.min((frame.width - 2 * margin.x) / width, (frame.height - 2 * margin.y) / height);
  const zoom = Math.min(CLOSEST, Math.max(ZOOM.least, room));
  return {
    x: frame.width / 2 - (x + width / 2) * zoom,
    y: frame.height / 2 - (y + height / 2) * zoom,
    zoom,
  };
}
