import Alert from '@cloudscape-design/components/alert';
import { useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { Customer } from '../../../../packages/client/src/schemas.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmName, isConfirmed } from '../../pieces/confirm-name.tsx';
import { CustomerPicker } from '../../pieces/customer-picker.tsx';
import { Dialog } from '../../pieces/dialog.tsx';
import { ReasonField } from '../../pieces/reason-field.tsx';
import { useTexts } from '../../texts/texts.ts';
import type { CustomerDetail } from './customer-detail.ts';

interface MergeDialogProps {
  readonly customer: CustomerDetail;
  readonly close: () => void;
}

/** Merges the customer into another one. Its own page then shows how far the move of its lines is. */
export const MergeDialog = ({ customer, close }: MergeDialogProps): ReactElement => {
  const { customers } = useTexts();
  const [, navigate] = useLocation();
  const [target, setTarget] = useState<Customer | null>(null);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const { state, send } = useCommand('merge-partner-customers');
  const submit = async (): Promise<void> => {
    if (target === null) return;
    const body = await send({
      source_customer_id: customer.customer_id,
      target_customer_id: target.customer_id,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    });
    if (body === null) return;
    close();
    if (body.merge.status === 'completed') navigate(`/customers/${target.customer_id}`);
  };
  return (
    <Dialog
      title={customers.mergeTitle(customer.customer_name)}
      verb={customers.mergeVerb}
      state={state}
      ready={target !== null && isConfirmed(typed, customer.customer_name)}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <Alert type="warning">{customers.mergeWhy}</Alert>
      <CustomerPicker
        label={customers.mergeTarget}
        chosen={target}
        onChoose={setTarget}
        except={customer.customer_id}
      />
      <ReasonField value={reason} onChange={setReason} />
      <ConfirmName name={customer.customer_name} typed={typed} onType={setTyped} />
    </Dialog>
  );
};
