import { useState, type ReactElement } from 'react';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmName } from '../../pieces/confirm-name.tsx';
import { Dialog } from '../../pieces/dialog.tsx';
import { isConfirmed } from '../../pieces/is-confirmed.ts';
import { ReasonField } from '../../pieces/reason-field.tsx';
import { useTexts } from '../../texts/texts.ts';
import type { CustomerDetail } from './customer-detail.ts';

interface DeactivateDialogProps {
  readonly customer: CustomerDetail;
  readonly close: () => void;
}

export const DeactivateDialog = ({ customer, close }: DeactivateDialogProps): ReactElement => {
  const { customers } = useTexts();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const { state, send } = useCommand('deactivate-partner-customer');
  const submit = async (): Promise<void> => {
    const body = await send({
      customer_id: customer.customer_id,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    });
    if (body !== null) close();
  };
  return (
    <Dialog
      title={customers.deactivateTitle(customer.customer_name)}
      verb={customers.deactivate}
      state={state}
      ready={isConfirmed(typed, customer.customer_name)}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <div>{customers.deactivateWhy(customer.instance_count)}</div>
      <ReasonField value={reason} onChange={setReason} />
      <ConfirmName name={customer.customer_name} typed={typed} onType={setTyped} />
    </Dialog>
  );
};
