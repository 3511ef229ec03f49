import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';
import { Choice } from '../../pieces/choice.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { Figures } from '../delivery/figures.tsx';
import { HealthVerdict } from '../delivery/health-verdict.tsx';
import { windows, type Window } from '../delivery/scope.ts';
import { worstVerdict } from '../delivery/worst-first.ts';
import type { CustomerDetail } from './customer-detail.ts';
import { Obstacles } from './obstacles.tsx';
import { sendingOf, type Sending } from './sending.ts';
import type { Condition } from './use-condition.ts';

const signs: Readonly<Record<Sending['is'], StatusIndicatorProps.Type>> = {
  sends: 'success',
  partly: 'warning',
  stopped: 'error',
  none: 'pending',
};

/** Whether it sends, and what share fails when that is too much. */
const sendingText = (
  { customers }: Texts,
  { is, stopped, connected }: Sending,
  failed: string | null,
  hasMessages: boolean,
): string => {
  if (is === 'sends' && !hasMessages) return customers.sending.able;
  if (is === 'partly') return customers.sending.partly(stopped.length, connected);
  return is === 'sends' && failed !== null ? customers.sending.fails(failed) : customers.sending[is];
};

/** The share of failed messages, when the verdict on them or on a line is bad. */
const badShare = (health: DeliveryHealth | undefined): number | null => {
  if (health === undefined) return null;
  const verdict = worstVerdict(health);
  return verdict === 'degraded' || verdict === 'critical' ? health.rates.failed : null;
};

interface SendingCardProps {
  readonly customer: CustomerDetail;
  readonly condition: Condition;
  readonly window: Window;
  readonly onWindow: (window: Window) => void;
}

/** Whether the customer sends and since when, what share of its messages fails, and what is in the way, each with its cure. */
export const SendingCard = ({ customer, condition, window, onWindow }: SendingCardProps): ReactElement => {
  const texts = useTexts();
  const { customers, delivery } = texts;
  const { dateTime, percent } = useFormats();
  const { lines, health } = condition;
  const sending = sendingOf(lines.items, customer.history);
  const failed = badShare(health);
  return (
    <Container
      header={
        <Header
          variant="h2"
          description={
            sending.since === null ? undefined : (
              <StatusIndicator type={sending.is === 'sends' && failed !== null ? 'warning' : signs[sending.is]}>
                {(sending.is === 'sends' ? customers.connectedSince : customers.sendingSince)(dateTime(sending.since))}
              </StatusIndicator>
            )
          }
          actions={
            health === undefined ? undefined : (
              <Choice
                label={delivery.window}
                value={window}
                options={windows.map((one) => [one, delivery.windows[one]] as const)}
                onChange={onWindow}
              />
            )
          }
        >
          {sendingText(texts, sending, failed === null ? null : percent(failed), (health?.messages ?? 0) > 0)}
        </Header>
      }
    >
      <SpaceBetween size="m">
        <Obstacles sending={sending} condition={condition} />
        {health !== undefined &&
          (health.messages === 0 ? (
            <Box color="text-body-secondary">{delivery.noReports}</Box>
          ) : (
            <SpaceBetween size="s">
              <div>
                <HealthVerdict health={health} />
              </div>
              <Figures health={health} />
            </SpaceBetween>
          ))}
      </SpaceBetween>
    </Container>
  );
};
