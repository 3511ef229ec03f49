import Alert from '@cloudscape-design/components/alert';
import { useState, type ReactElement } from 'react';
import type { RotatePartnerWebhookSecretResponse } from '../../../../packages/client/src/schemas.ts';
import type { Role } from '../../api/member.ts';
import { useCommand } from '../../api/use-command.ts';
import { Dialog } from '../../pieces/dialog.tsx';
import { Secret } from '../../pieces/secret.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';

const rotators: readonly Role[] = ['owner', 'admin'];

/** Rotates the signing secret, which is shown once, until the dialog is closed. */
export const RotateDialog = ({ close }: { readonly close: () => void }): ReactElement => {
  const { webhook } = useTexts();
  const { dateTime } = useFormats();
  const [rotated, setRotated] = useState<RotatePartnerWebhookSecretResponse | null>(null);
  const { state, send } = useCommand('rotate-partner-webhook-secret');
  const submit = async (): Promise<void> => {
    setRotated(await send({}));
  };
  return (
    <Dialog
      title={webhook.rotate}
      verb={webhook.rotateVerb}
      state={state}
      ready={rotated === null}
      isKept={rotated !== null}
      roles={rotators}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      {rotated === null ? (
        <Alert type="warning">{webhook.rotateWhy}</Alert>
      ) : (
        <>
          <Alert type="success" header={webhook.newSecret}>
            {webhook.newSecretWhy}
            {rotated.previous_valid_until !== null && (
              <div>{webhook.previousUntil(dateTime(rotated.previous_valid_until))}</div>
            )}
          </Alert>
          <Secret text={rotated.webhook_secret} seconds={null} />
        </>
      )}
    </Dialog>
  );
};
