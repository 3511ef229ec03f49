import BarChart from '@cloudscape-design/components/bar-chart';
import type { ReactElement } from 'react';
import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';
import { countDomain } from '../../pieces/count-domain.ts';
import { PageLink } from '../../pieces/page-link.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { deliveryPath, hourlyUpTo, type Scope } from './scope.ts';

interface HealthChartProps {
  readonly health: DeliveryHealth;
  readonly scope: Scope;
}

/** Delivered and failed messages over time, as stacked bars. The failures of a bar lead to their list. */
const HealthChart = ({ health, scope }: HealthChartProps): ReactElement => {
  const { delivery } = useTexts();
  const { day, utcDay, hour, number } = useFormats();
  const { series, counts, window_hours: hours } = health;
  // The bars of days are of UTC.
  const dayBar = (at: Date): string => utcDay(at.toISOString());
  const tick = (at: Date): string =>
    hours > hourlyUpTo ? dayBar(at) : hours > 24 ? `${day(at)} ${hour(at)}` : hour(at);
  // The first bar counts from the beginning of the window.
  const startOf = (bar: Date): string => new Date(Math.max(bar.getTime(), Date.parse(health.from))).toISOString();
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
      yTickFormatter={number}
      yDomain={countDomain(points.map(({ counts: { delivered: good, failed } }) => good + failed))}
      detailPopoverSeriesContent={({ series: { title }, x, y }) => ({
        key: title,
        value:
          title === delivery.failed && y > 0 ? (
            <PageLink to={deliveryPath('events', scope, { status: 'failed', at: startOf(x) })}>
              {delivery.showEvents(number(y))}
            </PageLink>
          ) : (
            number(y)
          ),
      })}
    />
  );
};

export default HealthChart;
