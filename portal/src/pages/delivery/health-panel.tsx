import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, type ReactElement } from 'react';
import { useRead } from '../../api/use-read.ts';
import { Empty } from '../../pieces/empty.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useTexts } from '../../texts/texts.ts';
import { ErrorsCard } from './errors-card.tsx';
import { Figures } from './figures.tsx';
import { HealthByLine } from './health-by-line.tsx';
import { HealthVerdict } from './health-verdict.tsx';
import { selectorsOf, type Scope } from './scope.ts';

// The greatest part of this page's script: the figures are there before it.
const HealthChart = lazy(() => import('./health-chart.tsx'));

const minute = 60_000;

/** The figures of a time, their course, why messages failed, and how each line does. */
export const HealthPanel = ({ scope }: { readonly scope: Scope }): ReactElement => {
  const { delivery } = useTexts();
  const query = useRead(
    'get-partner-delivery-health',
    { window_hours: Number(scope.window), ...selectorsOf(scope) },
    { keep: true, every: minute },
  );
  return (
    <Reading of={query} lines={10}>
      {({ health }) =>
        health.messages === 0 ? (
          <Container>
            <Empty title={delivery.noReports} why={delivery.noReportsWhy} />
          </Container>
        ) : (
          <SpaceBetween size="l">
            <Container
              header={
                <Header variant="h2" description={<HealthVerdict health={health} />}>
                  {delivery.chart}
                </Header>
              }
            >
              <SpaceBetween size="l">
                <Figures health={health} />
                <div className="chart-place">
                  <Suspense>
                    <HealthChart health={health} scope={scope} />
                  </Suspense>
                </div>
              </SpaceBetween>
            </Container>
            <ErrorsCard errors={health.top_errors} scope={scope} />
            {health.by_instance !== undefined && <HealthByLine lines={health.by_instance} scope={scope} />}
          </SpaceBetween>
        )
      }
    </Reading>
  );
};
