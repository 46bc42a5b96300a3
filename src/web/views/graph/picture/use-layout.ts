import { useEffect, useRef, useState } from "preact/hooks";
import { communitiesOf } from "./communities.ts";
import type { Size } from "./fit.ts";
import { type Layout, springLayout } from "./layout.ts";
import type { Picture } from "./picture.ts";
import { type Shapes, shapesOf } from "./shapes.ts";

/** How long the layout keeps the page from answering, milliseconds: less than a frame. */
const SLICE_MS = 10;
/** Forms that a picture is laid out for, width by height. */
const FORMS = { least: 0.4, most: 2.5 } as const;

/** The places that nodes keep: those of a picture that this one has grown from. */
function fixedIn(before: Layout | undefined, { nodes }: Picture) {
  const known = new Set(nodes.map(({ slug }) => slug));
  const isGrown = before !== undefined && [...before.keys()].every((slug) => known.has(slug));
  return (slug: string) => (isGrown ? before.get(slug) : undefined);
}

/** The work of laying a picture out, in steps. */
function* layoutSteps(
  picture: Picture,
  frame: Size,
  before: Layout | undefined,
): Generator<void, Laid, void> {
  const communities = communitiesOf(picture);
  yield;
  const fixedAt = fixedIn(before, picture);
  const nodes = picture.nodes.map(({ slug }, at) => ({
    id: slug,
    community: communities[at] ?? 0,
    fixed: fixedAt(slug),
  }));
  const form = Math.max(FORMS.least, Math.min(FORMS.most, frame.width / Math.max(1, frame.height)));
  const layout = yield* springLayout(nodes, picture.edges, form);
  return { layout, shapes: shapesOf(picture, { layout, communities, frame }) };
}

interface Laid {
  readonly layout: Layout;
  readonly shapes: Shapes;
}

/**
 * The shapes of a picture once its layout is done, in slices between which the page goes on; until then those of the picture
 * before. A picture that has grown keeps the places of what it had.
 */
export function useLayout(picture: Picture, frame: Size | undefined): Shapes | undefined {
  const [shapes, setShapes] = useState<Shapes | undefined>(undefined);
  const last = useRef<Layout | undefined>(undefined);
  useEffect(() => {
    if (frame === undefined) return;
    const start = performance.now();
    const steps = layoutSteps(picture, frame, last.current);
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const goOn = () => {
      const until = performance.now() + SLICE_MS;
      let step = steps.next();
      while (!step.done && performance.now() < until) step = steps.next();
      if (!step.done) {
        waiting = setTimeout(goOn);
        return;
      }
      performance.measure("graph-layout", { start, end: performance.now() });
      last.current = step.value.layout;
      setShapes(step.value.shapes);
    };
    goOn();
    return () => clearTimeout(waiting);
  }, [picture, frame]);
  return shapes;
}
