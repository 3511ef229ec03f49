import Alert from '@cloudscape-design/components/alert';
import { useState, type ReactElement } from 'react';
import type { Instance } from '../../../../packages/client/src/schemas.ts';
import type { Role } from '../../api/member.ts';
import { useCommand } from '../../api/use-command.ts';
import { Dialog } from '../../pieces/dialog.tsx';
import { Secret } from '../../pieces/secret.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';

interface RevealDialogProps {
  readonly line: Instance;
  readonly close: () => void;
}

interface Revealed {
  readonly token: string;
  readonly expiresAt: string | null;
}

const revealers: readonly Role[] = ['owner', 'admin'];

/** Reveals the platform token. It is nowhere but in this dialog, and there for a minute. */
export const RevealDialog = ({ line, close }: RevealDialogProps): ReactElement => {
  const { lines } = useTexts();
  const { dateTime } = useFormats();
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  const { state, send } = useCommand('reveal-partner-instance-platform-token');
  const submit = async (): Promise<void> => {
    setRevealed(null);
    const body = await send({ instance_id: line.id });
    if (body !== null) setRevealed({ token: body.platform_access_token, expiresAt: body.expires_at });
  };
  return (
    <Dialog
      title={lines.revealTitle}
      verb={lines.revealVerb}
      state={state}
      ready={revealed === null}
      roles={revealers}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <Alert type="warning">{lines.revealWhy}</Alert>
      {revealed !== null && (
        <>
          <Secret
            text={revealed.token}
            seconds={60}
            hide={() => {
              setRevealed(null);
            }}
          />
          {revealed.expiresAt !== null && <div>{lines.tokenExpiresAt(dateTime(revealed.expiresAt))}</div>}
        </>
      )}
    </Dialog>
  );
};
