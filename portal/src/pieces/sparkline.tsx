import type { ReactElement } from 'react';

interface SparklineProps {
  readonly values: readonly { readonly good: number; readonly bad: number }[];
}

const height = 40;
const step = 8;

/** A small picture of counts over time. The figures beside it say the same, so that screen readers leave it out. */
export const Sparkline = ({ values }: SparklineProps): ReactElement => {
  const most = Math.max(1, ...values.map(({ good, bad }) => good + bad));
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${Math.max(1, values.length) * step} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {values.map(({ good, bad }, place) => {
        const goodHeight = (good / most) * height;
        const badHeight = (bad / most) * height;
        return (
          <g key={place}>
            <rect
              className="sparkline-good"
              x={place * step + 1}
              width={step - 2}
              y={height - goodHeight}
              height={goodHeight}
            />
            <rect
              className="sparkline-bad"
              x={place * step + 1}
              width={step - 2}
              y={height - goodHeight - badHeight}
              height={badHeight}
            />
          </g>
        );
      })}
    </svg>
  );
};
