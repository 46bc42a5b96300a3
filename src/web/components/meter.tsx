import { percent } from "./format.ts";

/** A share of 0 to 1 as a bar on the gradient and in words; `label` is for those who do not see the bar. */
export const ShareBar = ({ share, label, text }: Required<Omit<MeterProps, "tone">>) => (
  <span class="share">
    <span class="meter-track share-track" aria-hidden="true">
      <span class="meter-fill share-bar" style={{ "--share": `${Math.round(share * 100)}%` }} />
    </span>
    <span class="visually-hidden">{label}</span> <span class="share-text figure">{text}</span>
  </span>
);

interface MeterProps {
  readonly label: string;
  /** 0 to 1. */
  readonly share: number;
  /** In place of the percentage. */
  readonly text?: string;
  readonly tone?: "gradient" | "success" | "warning" | "error";
}

/** A share, named, as a bar and in figures. */
export const Meter = ({ label, share, text, tone = "gradient" }: MeterProps) => {
  const bounded = Math.min(1, Math.max(0, share));
  const figure = text ?? percent(bounded);
  return (
    <span class="meter small">
      <span class="meter-name" aria-hidden="true">
        {label}
      </span>
      <meter class="visually-hidden" aria-label={`${label}: ${figure}`} value={bounded} />
      <span class="meter-track" aria-hidden="true">
        <span class={`meter-fill is-${tone}`} style={{ width: `${bounded * 100}%` }} />
      </span>
      <span class="meter-text figure" aria-hidden="true">
        {figure}
      </span>
    </span>
  );
};
