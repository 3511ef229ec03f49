import { useState, type ReactElement } from 'react';
import { useCommand } from '../../api/use-command.ts';
import { Dialog } from '../../pieces/dialog.tsx';
import { ReasonField } from '../../pieces/reason-field.tsx';
import { useTexts } from '../../texts/texts.ts';
import type { CustomerDetail } from './customer-detail.ts';

interface ReactivateDialogProps {
  readonly customer: CustomerDetail;
  readonly close: () => void;
}

export const ReactivateDialog = ({ customer, close }: ReactivateDialogProps): ReactElement => {
  const { customers } = useTexts();
  const [reason, setReason] = useState('');
  const { state, send } = useCommand('reactivate-partner-customer');
  const submit = async (): Promise<void> => {
    const body = await send({
      customer_id: customer.customer_id,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    });
    if (body !== null) close();
  };
  return (
    <Dialog
      title={customers.reactivateTitle(customer.customer_name)}
      verb={customers.reactivate}
      state={state}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <div>{customers.reactivateWhy}</div>
      <ReasonField value={reason} onChange={setReason} />
    </Dialog>
  );
};
