import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import type { ReactElement } from 'react';
import type { EventTypeChoice } from '../../../../packages/client/src/schemas.ts';
import { useMay, webhookReaders } from '../../api/member.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRead } from '../../api/use-read.ts';
import { CommandOutcome } from '../../pieces/command-outcome.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useTexts } from '../../texts/texts.ts';

/** The chosen types after one was switched on or off. */
const chosenAfter = (
  all: readonly EventTypeChoice[],
  { type }: EventTypeChoice,
  isOn: boolean,
): EventTypeChoice['type'][] =>
  all.filter((one) => one.optional && (one.type === type ? isOn : one.subscribed)).map((one) => one.type);

/** What a type tells; a new type has no words yet. */
const whyOf = (why: Readonly<Record<string, string>>, type: string): string => why[type] ?? type;

/** The types of events that the endpoint is sent: those of customers always, the others as chosen. Each change is saved at once. */
export const TypesPanel = (): ReactElement => {
  const { webhook } = useTexts();
  const mayWrite = useMay('webhook.write');
  const query = useRead('get-partner-webhook-event-types', {});
  const { state, send, repeat } = useCommand('update-partner-webhook-event-types');
  return (
    <Container
      header={
        <Header variant="h2" description={webhook.chosenWhy}>
          {webhook.chosen}
        </Header>
      }
    >
      <SpaceBetween size="m">
        <CommandOutcome state={state} again={repeat} />
        <Reading of={query} lines={6} roles={webhookReaders}>
          {({ event_types: all }) => (
            <SpaceBetween size="l">
              <SpaceBetween size="s">
                {all
                  .filter(({ optional }) => optional)
                  .map((one) => (
                    <Toggle
                      key={one.type}
                      checked={one.subscribed}
                      // Each change sends the whole list, which must be the present one.
                      disabled={!mayWrite || state.is === 'running' || query.isFetching}
                      description={whyOf(webhook.typesWhy, one.type)}
                      onChange={({ detail }) => {
                        void send({ event_types: chosenAfter(all, one, detail.checked) });
                      }}
                    >
                      {webhook.types[one.type]}
                    </Toggle>
                  ))}
              </SpaceBetween>
              <div>
                <Box variant="h3">{webhook.always}</Box>
                <ul>
                  {all
                    .filter(({ optional }) => !optional)
                    .map(({ type }) => (
                      <li key={type}>{webhook.types[type]}</li>
                    ))}
                </ul>
              </div>
            </SpaceBetween>
          )}
        </Reading>
      </SpaceBetween>
    </Container>
  );
};
