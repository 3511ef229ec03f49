import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import { DeliveryStatus } from '../../pieces/delivery-status.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { Page } from '../../pieces/page.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useAddress } from '../../pieces/use-address.ts';
import { useTexts } from '../../texts/texts.ts';
import { EventError } from '../delivery/event-error.tsx';
import { MessageFacts } from './message-facts.tsx';
import { useMessage, type Message as FoundMessage } from './use-message.ts';
import { WhatToSay } from './what-to-say.tsx';

/** The statuses of the message, the earliest first, each failure with the platform's words and ours. */
const Statuses = ({ message: { reports, isAlone } }: { readonly message: FoundMessage }): ReactElement => {
  const { delivery } = useTexts();
  return (
    <Container
      header={
        <Header variant="h2" description={isAlone ? delivery.statusAlone : undefined}>
          {delivery.statuses}
        </Header>
      }
    >
      <ol className="timeline">
        {reports.map(({ id, status, occurred_at: at, error }) => (
          <li key={id}>
            <Moment at={at} />
            <div>
              <DeliveryStatus status={status} />
              {error !== null && <EventError error={error} />}
            </div>
          </li>
        ))}
      </ol>
    </Container>
  );
};

const Message = ({ lineId }: { readonly lineId: string }): ReactElement => {
  const { delivery } = useTexts();
  const [at] = useAddress('at');
  const [reportId] = useAddress('report');
  const query = useMessage({ lineId, at, reportId });
  return (
    <Page title={delivery.oneMessage} parent={{ name: delivery.title, path: '/delivery/events' }}>
      <Reading of={query} lines={8}>
        {(found) =>
          found === null ? (
            <Alert type="info" header={delivery.messageGone}>
              {delivery.messageGoneWhy}
            </Alert>
          ) : (
            <SpaceBetween size="l">
              <Statuses message={found} />
              <WhatToSay message={found} />
              <MessageFacts report={found.report} />
            </SpaceBetween>
          )
        }
      </Reading>
    </Page>
  );
};

export default Message;
