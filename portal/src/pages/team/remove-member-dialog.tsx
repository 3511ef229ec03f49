import { useState, type ReactElement } from 'react';
import type { Key, Member } from '../../../../packages/client/src/schemas.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmName } from '../../pieces/confirm-name.tsx';
import { Dialog } from '../../pieces/dialog.tsx';
import { isConfirmed } from '../../pieces/is-confirmed.ts';
import { useTexts } from '../../texts/texts.ts';
import { LeftKeysDialog } from './left-keys-dialog.tsx';

interface RemoveMemberDialogProps {
  readonly member: Member;
  readonly close: () => void;
}

export const RemoveMemberDialog = ({ member, close }: RemoveMemberDialogProps): ReactElement => {
  const { team } = useTexts();
  const [typed, setTyped] = useState('');
  const [left, setLeft] = useState<readonly Key[]>([]);
  const { state, send } = useCommand('remove-partner-member');
  const submit = async (): Promise<void> => {
    const body = await send({ member_id: member.id });
    if (body === null) return;
    if (body.keys.length === 0) close();
    else setLeft(body.keys);
  };
  if (left.length > 0) return <LeftKeysDialog email={member.email} keys={left} close={close} />;
  return (
    <Dialog
      title={team.removeOf(member.email)}
      verb={team.remove}
      state={state}
      ready={isConfirmed(typed, member.email)}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <div>{team.removeWhy}</div>
      <ConfirmName name={member.email} typed={typed} onType={setTyped} />
    </Dialog>
  );
};
