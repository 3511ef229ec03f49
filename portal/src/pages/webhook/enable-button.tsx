import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import { useMay } from '../../api/member.ts';
import { useCommand } from '../../api/use-command.ts';
import { CommandOutcome } from '../../pieces/command-outcome.tsx';
import { useTexts } from '../../texts/texts.ts';

/** Checks the endpoint as it is, which enables it again when it passes. */
export const EnableButton = ({ url }: { readonly url: string }): ReactElement | null => {
  const { webhook } = useTexts();
  const mayWrite = useMay('webhook.write');
  const { state, send, repeat } = useCommand('update-partner-webhook-endpoint');
  if (!mayWrite) return null;
  return (
    <SpaceBetween size="s">
      <Button
        loading={state.is === 'running'}
        onClick={() => {
          void send({ webhook_url: url });
        }}
      >
        {webhook.enable}
      </Button>
      <CommandOutcome state={state} again={repeat} />
    </SpaceBetween>
  );
};
