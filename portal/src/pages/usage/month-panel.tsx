import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, type ReactElement } from 'react';
import type { Usage } from '../../../../packages/client/src/schemas.ts';
import { useRead } from '../../api/use-read.ts';
import { Choice } from '../../pieces/choice.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useKept } from '../../pieces/use-kept.ts';
import { useTexts } from '../../texts/texts.ts';
import { DayTable } from './day-table.tsx';
import { figureOf, figures } from './figures.ts';
import { daysOf, monthsUpTo } from './months.ts';

// The greatest part of this page's script: the figures are there before it.
const UsageChart = lazy(() => import('./usage-chart.tsx'));

const Totals = ({ totals, isOver }: Pick<Usage, 'totals'> & { readonly isOver: boolean }): ReactElement => {
  const { usage } = useTexts();
  const { number } = useFormats();
  return (
    <Container header={<Header variant="h2">{isOver ? usage.whole : usage.soFar}</Header>}>
      <KeyValuePairs
        columns={4}
        minColumnWidth={140}
        items={figures.map((figure) => ({ label: usage.figures[figure], value: number(totals[figure] ?? 0) }))}
      />
    </Container>
  );
};

interface MonthProps {
  readonly month: string;
  readonly items: Usage['items'];
}

const Course = ({ month, items }: MonthProps): ReactElement => {
  const { usage } = useTexts();
  const [kept, setKept] = useKept('usage.figure');
  const figure = figureOf(kept);
  return (
    <Container
      header={
        <Header
          variant="h2"
          actions={
            <Choice
              label={usage.figure}
              value={figure}
              options={figures.map((one) => [one, usage.figures[one]] as const)}
              onChange={setKept}
            />
          }
        >
          {usage.chart(usage.figures[figure])}
        </Header>
      }
    >
      <div className="chart-place-small">
        <Suspense>
          <UsageChart month={month} items={items} figure={figure} />
        </Suspense>
      </div>
    </Container>
  );
};

/** The usage of a month: the sums, a figure day by day, and all figures of all days. */
export const MonthPanel = ({ month }: { readonly month: string }): ReactElement => {
  const { usage } = useTexts();
  const query = useRead('get-partner-usage', { date_from: `${month}-01`, date_to: daysOf(month).at(-1) });
  return (
    <Reading of={query} lines={10}>
      {({ usage: { billing, totals, items } }) => (
        <SpaceBetween size="l">
          {billing === 'test' && (
            <Alert type="info" header={usage.test}>
              {usage.testWhy}
            </Alert>
          )}
          {items.length === 0 ? (
            <Container>
              <Empty title={usage.empty} why={usage.emptyWhy} />
            </Container>
          ) : (
            <SpaceBetween size="l">
              <Totals totals={totals} isOver={month < monthsUpTo(new Date())[0]} />
              <Course month={month} items={items} />
              <DayTable items={items} />
            </SpaceBetween>
          )}
        </SpaceBetween>
      )}
    </Reading>
  );
};
