import { percent } from "./format.ts";

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
        <span class={`meter-fill meter-${tone}`} style={{ width: `${bounded * 100}%` }} />
      </span>
      <span class="meter-text figure" aria-hidden="true">
        {figure}
      </span>
    </span>
  );
};
