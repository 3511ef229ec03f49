import { useState, type ReactElement } from 'react';
import type { Role } from '../../api/member.ts';
import { useCommand } from '../../api/use-command.ts';
import { Dialog } from '../../pieces/dialog.tsx';
import { TextField } from '../../pieces/text-field.tsx';
import { useProblems } from '../../pieces/use-problems.ts';
import { useTexts } from '../../texts/texts.ts';
import { RoleChoice } from './role-choice.tsx';

export const InviteDialog = ({ close }: { readonly close: () => void }): ReactElement => {
  const { team } = useTexts();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const { state, send } = useCommand('invite-partner-member');
  const problems = useProblems(state);
  const submit = async (): Promise<void> => {
    const body = await send({ email: email.trim(), role });
    if (body !== null) close();
  };
  return (
    <Dialog
      title={team.invite}
      verb={team.inviteVerb}
      state={state}
      ready={email.trim() !== ''}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <div>{team.inviteWhy}</div>
      <TextField
        label={team.email}
        type="email"
        value={email}
        onChange={setEmail}
        problem={problems.get('email')}
        autoFocus
      />
      <RoleChoice value={role} onChange={setRole} />
    </Dialog>
  );
};
