import { useState, type ReactElement } from 'react';
import { useClient } from '../../api/client-context.ts';
import { useMember } from '../../api/member.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmName } from '../../pieces/confirm-name.tsx';
import { Dialog } from '../../pieces/dialog.tsx';
import { isConfirmed } from '../../pieces/is-confirmed.ts';
import { useTexts } from '../../texts/texts.ts';

/** Ends the membership of the member who looks. The page then begins again, with another partner if there is one. */
export const LeaveDialog = ({ close }: { readonly close: () => void }): ReactElement => {
  const { team } = useTexts();
  const { member, partner } = useMember();
  const client = useClient();
  const [typed, setTyped] = useState('');
  const { state, send } = useCommand('leave-partner', { changes: false });
  const submit = async (): Promise<void> => {
    const body = await send({ partner_id: partner.partner_id });
    if (body === null) return;
    const other = member.partners.find(({ partner_id: id }) => id !== partner.partner_id);
    if (other !== undefined) client.choosePartner(other.partner_id);
    location.reload();
  };
  return (
    <Dialog
      title={team.leaveOf(partner.name)}
      verb={team.leaveVerb}
      state={state}
      ready={isConfirmed(typed, partner.name)}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <div>{team.leaveWhy}</div>
      <ConfirmName name={partner.name} typed={typed} onType={setTyped} />
    </Dialog>
  );
};
