import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import type { ReactElement } from 'react';
import { useCommand } from '../../api/use-command.ts';
import { useRead } from '../../api/use-read.ts';
import { CommandOutcome } from '../../pieces/command-outcome.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useTexts } from '../../texts/texts.ts';

const fields = [
  'notify_platform_alerts',
  'notify_templates',
  'notify_delivery_health',
  'notify_system',
  'notify_academy',
  'notify_billing',
  'notify_billing_reminders',
  'popup_enabled',
] as const;

/** The categories that the member wants. Each change is saved at once. */
export const Preferences = (): ReactElement => {
  const { notifications } = useTexts();
  const query = useRead('get-partner-notification-preferences', {});
  const { state, send, repeat } = useCommand('update-partner-notification-preferences');
  return (
    <Container
      header={
        <Header variant="h2" description={notifications.preferencesWhy}>
          {notifications.preferences}
        </Header>
      }
    >
      <SpaceBetween size="m">
        <CommandOutcome state={state} again={repeat} />
        <Reading of={query} lines={6}>
          {({ preferences }) => (
            <SpaceBetween size="s">
              {fields.map((field) => (
                <Toggle
                  key={field}
                  checked={preferences[field]}
                  disabled={state.is === 'running'}
                  onChange={({ detail }) => {
                    void send({ [field]: detail.checked });
                  }}
                >
                  {notifications.fields[field]}
                </Toggle>
              ))}
            </SpaceBetween>
          )}
        </Reading>
      </SpaceBetween>
    </Container>
  );
};
