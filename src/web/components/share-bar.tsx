import { percent } from "./format.ts";

interface ShareBarProps {
  /** 0 to 1. */
  readonly share: number;
  /** What it is a share of, for those who do not see the bar. */
  readonly label: string;
}

/** A share as a bar on the gradient and as a percentage. */
export const ShareBar = ({ share, label }: ShareBarProps) => (
  <span class="share">
    <span class="share-track" aria-hidden="true">
      <span class="share-bar" style={{ "--share": `${Math.round(share * 100)}%` }} />
    </span>
    <span class="visually-hidden">{label}</span> <span class="share-text figure">{percent(share)}</span>
  </span>
);
