import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import { useMay } from '../../api/member.ts';
import { CommandOutcome } from '../../pieces/command-outcome.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useTexts } from '../../texts/texts.ts';
import type { OpenedEventProps } from './event-dialog.tsx';
import { EventFacts } from './event-facts.tsx';
import { useOpenedEvent } from './use-opened-event.ts';

/** One event beside the list: the next one is a click away. */
export const EventPane = ({ eventId, close }: OpenedEventProps): ReactElement => {
  const { webhook, words } = useTexts();
  const mayWrite = useMay('webhook.write');
  const { query, verb, state, send } = useOpenedEvent(eventId);
  const submit = (): void => {
    void send();
  };
  return (
    <Container
      header={
        <Header
          variant="h2"
          actions={
            <SpaceBetween direction="horizontal" size="xs">
              {mayWrite && query.data !== undefined && (
                <Button loading={state.is === 'running'} onClick={submit}>
                  {verb}
                </Button>
              )}
              <Button variant="icon" iconName="close" ariaLabel={words.close} onClick={close} />
            </SpaceBetween>
          }
        >
          {webhook.event}
        </Header>
      }
    >
      <SpaceBetween size="m">
        <CommandOutcome state={state} again={submit} />
        <Reading of={query} lines={6}>
          {({ event }) => <EventFacts event={event} withBody />}
        </Reading>
      </SpaceBetween>
    </Container>
  );
};
