import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import { useRead } from '../../api/use-read.ts';
import { CustomerLink } from '../../pieces/customer-link.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { explainedError } from '../delivery/explained-error.ts';
import type { CustomerTrouble, CustomerTroubleKind, TroubledCustomer } from './ranked-customers.ts';

/** So many customers are shown, and of so many the reason of their failures is read. */
const shown = 8;
const explained = 3;

const signs: Readonly<Record<CustomerTroubleKind, StatusIndicatorProps.Type>> = {
  stopped: 'error',
  critical: 'error',
  failing: 'warning',
  degraded: 'warning',
  removal: 'error',
  templates: 'warning',
  awaiting: 'pending',
};

const whatOf = (
  { overview }: Texts,
  { is, count, failed }: CustomerTrouble,
  percent: (share: number) => string,
): string => {
  switch (is) {
    case 'stopped':
      return overview.reconnect(count);
    case 'critical':
    case 'failing':
      return overview.linesLose(count, percent(failed));
    case 'degraded':
      return overview.degraded(count);
    case 'removal':
      return overview.removal(count);
    case 'templates':
      return overview.templatesRefused;
    case 'awaiting':
      return overview.awaiting(count);
  }
};

/** Why messages of a customer fail most, and what ends it. */
const FailureCure = ({ customerId }: { readonly customerId: string }): ReactElement => {
  const texts = useTexts();
  const { data, isError } = useRead('get-partner-delivery-health', { window_hours: 24, customer_id: customerId });
  const [first] = data?.health.top_errors ?? [];
  if (data === undefined && !isError) return <>…</>;
  return <>{explainedError(texts, first?.code) ?? texts.overview.cures.failing}</>;
};

interface TroubleRowProps {
  readonly customer: TroubledCustomer;
  readonly trouble: CustomerTrouble;
  readonly isExplained: boolean;
}

const TroubleRow = ({ customer: { id }, trouble, isExplained }: TroubleRowProps): ReactElement => {
  const texts = useTexts();
  const { percent } = useFormats();
  const { overview, lines } = texts;
  const { is, lineId, orMore } = trouble;
  const what = whatOf(texts, trouble, percent);
  const isFailing = is === 'critical' || is === 'failing';
  return (
    <li>
      <StatusIndicator type={signs[is]}>{orMore ? overview.orMore(what) : what}</StatusIndicator>
      <Box color="text-body-secondary">
        {isFailing && isExplained ? <FailureCure customerId={id} /> : overview.cures[is]}{' '}
        {lineId !== null && !isFailing && <PageLink to={`/lines/${lineId}`}>{lines.openLine}</PageLink>}
      </Box>
    </li>
  );
};

/** The customers that something is wrong with, the worst first, each with what is wrong and its cure. */
export const CustomersInTrouble = ({
  customers,
}: {
  readonly customers: readonly TroubledCustomer[];
}): ReactElement | null => {
  const { overview } = useTexts();
  if (customers.length === 0) return null;
  const failing = customers.filter(({ troubles }) => troubles.some(({ is }) => is === 'critical' || is === 'failing'));
  const isExplained = (one: TroubledCustomer): boolean => failing.indexOf(one) < explained;
  return (
    <Container
      header={
        <Header variant="h2" description={overview.customersInTroubleWhy}>
          {overview.customersInTrouble}
        </Header>
      }
      footer={customers.length > shown ? <PageLink to="/lines">{overview.linesLink}</PageLink> : undefined}
    >
      <ol className="ranking">
        {customers.slice(0, shown).map((customer) => (
          <li key={customer.id}>
            <CustomerLink id={customer.id} name={customer.name} />
            <ul>
              {customer.troubles.map((trouble) => (
                <TroubleRow
                  key={trouble.is}
                  customer={customer}
                  trouble={trouble}
                  isExplained={isExplained(customer)}
                />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Container>
  );
};
