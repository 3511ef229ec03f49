import { useState, type ReactElement } from 'react';
import type { Instance } from '../../../../packages/client/src/schemas.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmName } from '../../pieces/confirm-name.tsx';
import { Dialog } from '../../pieces/dialog.tsx';
import { isConfirmed } from '../../pieces/is-confirmed.ts';
import { ReasonField } from '../../pieces/reason-field.tsx';
import { useTexts } from '../../texts/texts.ts';

interface DeactivateLineDialogProps {
  readonly line: Instance;
  readonly close: () => void;
}

export const DeactivateLineDialog = ({ line, close }: DeactivateLineDialogProps): ReactElement => {
  const { lines } = useTexts();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const { state, send } = useCommand('deactivate-partner-instance');
  const submit = async (): Promise<void> => {
    const body = await send({
      instance_id: line.id,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    });
    if (body !== null) close();
  };
  return (
    <Dialog
      title={lines.deactivateTitle(line.instance_key)}
      verb={line.status === 'deactivation_failed' ? lines.deactivateAgain : lines.deactivate}
      state={state}
      ready={isConfirmed(typed, line.instance_key)}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <div>
        {lines.deactivateWhy}
        {line.coexistence && ` ${lines.deactivateCoexists}`}
      </div>
      <ReasonField value={reason} onChange={setReason} />
      <ConfirmName name={line.instance_key} typed={typed} onType={setTyped} />
    </Dialog>
  );
};
