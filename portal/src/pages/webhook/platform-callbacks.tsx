import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useState, type ReactElement } from 'react';
import type { PlatformCallbacks } from '../../../../packages/client/src/schemas.ts';
import { useMay, webhookReaders } from '../../api/member.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRead } from '../../api/use-read.ts';
import { Dialog } from '../../pieces/dialog.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useTexts } from '../../texts/texts.ts';

type Mode = PlatformCallbacks['mode'];

const other: Readonly<Record<Mode, Mode>> = { direct: 'relay', relay: 'direct' };

const ModeDialog = ({ mode, close }: { readonly mode: Mode; readonly close: () => void }): ReactElement => {
  const { webhook } = useTexts();
  const { state, send } = useCommand('update-partner-platform-callbacks');
  const submit = async (): Promise<void> => {
    if ((await send({ mode })) !== null) close();
  };
  return (
    <Dialog
      title={webhook.callbacksTo[mode]}
      verb={webhook.callbacksVerb}
      state={state}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      {webhook.callbacksToWhy[mode]}
    </Dialog>
  );
};

/** Which way the platform's callbacks of lines take to the endpoint. */
export const PlatformCallbacksPanel = (): ReactElement => {
  const { webhook } = useTexts();
  const mayWrite = useMay('webhook.write');
  const query = useRead('get-partner-platform-callbacks', {});
  const [to, setTo] = useState<Mode | null>(null);
  const mode = query.data?.platform_callbacks.mode;
  const actions =
    mayWrite && mode !== undefined ? (
      <Button
        onClick={() => {
          setTo(other[mode]);
        }}
      >
        {webhook.callbacksTo[other[mode]]}
      </Button>
    ) : undefined;
  return (
    <Container
      header={
        <Header variant="h2" actions={actions}>
          {webhook.callbacks}
        </Header>
      }
    >
      <Reading of={query} lines={2} roles={webhookReaders}>
        {({ platform_callbacks: { mode: present } }) => <>{webhook.callbacksWay[present]}</>}
      </Reading>
      {to !== null && (
        <ModeDialog
          mode={to}
          close={() => {
            setTo(null);
          }}
        />
      )}
    </Container>
  );
};
