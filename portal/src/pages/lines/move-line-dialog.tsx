import { useState, type ReactElement } from 'react';
import type { Customer, Instance } from '../../../../packages/client/src/schemas.ts';
import { useCommand } from '../../api/use-command.ts';
import { CustomerPicker } from '../../pieces/customer-picker.tsx';
import { Dialog } from '../../pieces/dialog.tsx';
import { ReasonField } from '../../pieces/reason-field.tsx';
import { useProblems } from '../../pieces/use-problems.ts';
import { useTexts } from '../../texts/texts.ts';

interface MoveLineDialogProps {
  readonly line: Instance;
  readonly close: () => void;
}

export const MoveLineDialog = ({ line, close }: MoveLineDialogProps): ReactElement => {
  const { lines } = useTexts();
  const [target, setTarget] = useState<Customer | null>(null);
  const [reason, setReason] = useState('');
  const { state, send } = useCommand('move-partner-instance-to-customer');
  const problems = useProblems(state);
  const submit = async (): Promise<void> => {
    if (target === null) return;
    const body = await send({
      instance_id: line.id,
      target_customer_id: target.customer_id,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    });
    if (body !== null) close();
  };
  return (
    <Dialog
      title={lines.move}
      verb={lines.moveVerb}
      state={state}
      ready={target !== null}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <div>{lines.moveWhy}</div>
      <CustomerPicker
        label={lines.moveTarget}
        chosen={target}
        onChoose={setTarget}
        except={line.partner_customer_id}
        problem={problems.get('target_customer_id')}
      />
      <ReasonField value={reason} onChange={setReason} />
    </Dialog>
  );
};
