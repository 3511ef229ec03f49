import { useState, type ReactElement } from 'react';
import type { Key } from '../../../../packages/client/src/schemas.ts';
import type { Role } from '../../api/member.ts';
import { useCommand } from '../../api/use-command.ts';
import { Dialog } from '../../pieces/dialog.tsx';
import { useTexts } from '../../texts/texts.ts';

interface LeftKeysDialogProps {
  readonly email: string;
  readonly keys: readonly Key[];
  readonly close: () => void;
}

const managers: readonly Role[] = ['owner', 'admin'];

/** The keys of a member who was removed, which still work: to be revoked, or to be left to programs that use them. */
export const LeftKeysDialog = ({ email, keys, close }: LeftKeysDialogProps): ReactElement => {
  const { team } = useTexts();
  const [left, setLeft] = useState(keys);
  const { state, send } = useCommand('revoke-partner-api-key');
  const revokeAll = async (): Promise<void> => {
    for (const key of left) {
      if ((await send({ key_id: key.id })) === null) return;
      setLeft((before) => before.filter(({ id }) => id !== key.id));
    }
    close();
  };
  return (
    <Dialog
      title={team.leftKeys}
      verb={team.revokeThem}
      state={state}
      roles={managers}
      close={close}
      submit={() => {
        void revokeAll();
      }}
    >
      <div>{team.leftKeysWhy(email)}</div>
      <ul className="plain">
        {left.map(({ id, label, scopes }) => (
          <li key={id} className="breakable">
            <code>{id}</code>
            {label !== null && <div dir="auto">{label}</div>}
            <div>{scopes.join(', ')}</div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
