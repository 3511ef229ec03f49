import BarChart from '@cloudscape-design/components/bar-chart';
import type { ReactElement } from 'react';
import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { hourlyUpTo } from './scope.ts';

/** Delivered and failed messages over time, as stacked bars. */
const HealthChart = ({ health }: { readonly health: DeliveryHealth }): ReactElement => {
  const { delivery } = useTexts();
  const { count, day, hour, number } = useFormats();
  const { series, counts, window_hours: hours } = health;
  const tick = (at: Date): string => (hours > hourlyUpTo ? day(at) : hours > 24 ? `${day(at)} ${hour(at)}` : hour(at));
  const points = series.map((point) => ({ at: new Date(point.at), counts: point.counts }));
  return (
    <BarChart
      series={[
        {
          title: delivery.delivered,
          type: 'bar',
          color: 'var(--good)',
          data: points.map((point) => ({ x: point.at, y: point.counts.delivered })),
          valueFormatter: number,
        },
        {
          title: delivery.failed,
          type: 'bar',
          color: 'var(--bad)',
          data: points.map((point) => ({ x: point.at, y: point.counts.failed })),
          valueFormatter: number,
        },
      ]}
      stackedBars
      xScaleType="categorical"
      height={240}
      hideFilter
      ariaLabel={delivery.chart}
      ariaDescription={delivery.chartDescription(number(counts.delivered), number(counts.failed))}
      xTitle={delivery.time}
      yTitle={delivery.count}
      xTickFormatter={tick}
      yTickFormatter={count}
    />
  );
};

export default HealthChart;
