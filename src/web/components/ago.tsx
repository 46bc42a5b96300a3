import { ago, time } from "./format.ts";

/** How long ago a moment is; the moment itself is its tip. */
export const Ago = ({ at }: { readonly at: string }) => (
  <time datetime={at} title={time(at)}>
    {ago(at, Date.now())}
  </time>
);
