import BarChart from '@cloudscape-design/components/bar-chart';
import type { ReactElement } from 'react';
import type { Usage } from '../../../../packages/client/src/schemas.ts';
import { countDomain } from '../../pieces/count-domain.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import type { Figure } from './figures.ts';
import { daysOf } from './months.ts';

interface UsageChartProps {
  readonly month: string;
  readonly items: Usage['items'];
  readonly figure: Figure;
}

/** A figure of each day of a month. */
const UsageChart = ({ month, items, figure }: UsageChartProps): ReactElement => {
  const { usage } = useTexts();
  const { number, utcDay } = useFormats();
  const title = usage.figures[figure];
  return (
    <BarChart
      series={[
        {
          title,
          type: 'bar',
          color: 'var(--good)',
          data: items.map((item) => ({ x: item.date, y: item[figure] ?? 0 })),
          valueFormatter: number,
        },
      ]}
      xScaleType="categorical"
      xDomain={daysOf(month)}
      height={160}
      hideFilter
      hideLegend
      ariaLabel={usage.chart(title)}
      xTitle={usage.day}
      yTitle={title}
      xTickFormatter={utcDay}
      yTickFormatter={number}
      yDomain={countDomain(items.map((item) => item[figure] ?? 0))}
    />
  );
};

export default UsageChart;
