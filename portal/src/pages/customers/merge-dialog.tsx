import Alert from '@cloudscape-design/components/alert';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { Customer } from '../../../../packages/client/src/schemas.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmName } from '../../pieces/confirm-name.tsx';
import { Copyable } from '../../pieces/copyable.tsx';
import { CustomerPicker } from '../../pieces/customer-picker.tsx';
import { Dialog } from '../../pieces/dialog.tsx';
import { isConfirmed } from '../../pieces/is-confirmed.ts';
import { Moment } from '../../pieces/moment.tsx';
import { ReasonField } from '../../pieces/reason-field.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import type { CustomerDetail } from './customer-detail.ts';

interface MergeDialogProps {
  readonly customer: CustomerDetail;
  readonly close: () => void;
}

interface TargetProps {
  readonly target: Customer;
  readonly source: CustomerDetail;
}

/** Which customer was chosen, of several of one name, and whose data stays. */
const Target = ({ target, source }: TargetProps): ReactElement => {
  const { customers, words } = useTexts();
  const { number } = useFormats();
  return (
    <SpaceBetween size="s">
      <KeyValuePairs
        columns={2}
        items={[
          { label: customers.name, value: <bdi>{target.customer_name}</bdi> },
          { label: customers.externalId, value: <span className="breakable">{target.external_customer_id}</span> },
          { label: customers.email, value: <span className="breakable">{target.customer_email ?? words.none}</span> },
          { label: customers.lines, value: number(target.instance_count) },
          { label: customers.created, value: <Moment at={target.created_at} /> },
          { label: customers.id, value: <Copyable text={target.customer_id} name={customers.id} /> },
        ]}
      />
      <div>{customers.mergeKept(target.customer_name, source.customer_name)}</div>
    </SpaceBetween>
  );
};

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
      {target !== null && <Target target={target} source={customer} />}
      <ReasonField value={reason} onChange={setReason} />
      <ConfirmName name={customer.customer_name} typed={typed} onType={setTyped} />
    </Dialog>
  );
};
