import type { ReactElement } from 'react';

interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly level: 'good' | 'near' | 'bad';
}

/** How much of a limit is used. */
export const Meter = ({ label, value, most, level }: MeterProps): ReactElement => (
  <div
    className="meter"
    role="meter"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={most}
    aria-valuenow={Math.min(value, most)}
  >
    <div
      className={`meter-value meter-${level}`}
      style={{ inlineSize: `${most === 0 ? 100 : Math.min(100, (value / most) * 100)}%` }}
    />
  </div>
);
