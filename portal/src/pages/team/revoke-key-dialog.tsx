import type { ReactElement } from 'react';
import type { Key } from '../../../../packages/client/src/schemas.ts';
import type { Role } from '../../api/member.ts';
import { useCommand } from '../../api/use-command.ts';
import { Dialog } from '../../pieces/dialog.tsx';
import { useTexts } from '../../texts/texts.ts';

interface RevokeKeyDialogProps {
  readonly apiKey: Key;
  readonly close: () => void;
}

const managers: readonly Role[] = ['owner', 'admin'];

export const RevokeKeyDialog = ({ apiKey, close }: RevokeKeyDialogProps): ReactElement => {
  const { team } = useTexts();
  const { state, send } = useCommand('revoke-partner-api-key');
  const submit = async (): Promise<void> => {
    const body = await send({ key_id: apiKey.id });
    if (body !== null) close();
  };
  return (
    <Dialog
      title={team.revokeOf(apiKey.id)}
      verb={team.revoke}
      state={state}
      roles={managers}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <div>{team.revokeWhy}</div>
    </Dialog>
  );
};
