import { useState, type ReactElement } from 'react';
import type { Member } from '../../../../packages/client/src/schemas.ts';
import { useCommand } from '../../api/use-command.ts';
import { Dialog } from '../../pieces/dialog.tsx';
import { useTexts } from '../../texts/texts.ts';
import { RoleChoice } from './role-choice.tsx';

interface RoleDialogProps {
  readonly member: Member;
  readonly close: () => void;
}

export const RoleDialog = ({ member, close }: RoleDialogProps): ReactElement => {
  const { team, words } = useTexts();
  const [role, setRole] = useState(member.role);
  const { state, send } = useCommand('update-partner-member');
  const submit = async (): Promise<void> => {
    const body = await send({ member_id: member.id, role });
    if (body !== null) close();
  };
  return (
    <Dialog
      title={team.changeRoleOf(member.email)}
      verb={words.save}
      state={state}
      ready={role !== member.role}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <RoleChoice value={role} onChange={setRole} />
    </Dialog>
  );
};
