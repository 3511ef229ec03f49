import Alert from '@cloudscape-design/components/alert';
import { useState, type ReactElement } from 'react';
import { isRefusal } from '../../../../packages/client/src/refusal.ts';
import type { Customer } from '../../../../packages/client/src/schemas.ts';
import { useClient } from '../../api/client-context.ts';
import { answerStands } from '../../api/command-key.ts';
import { useCommand } from '../../api/use-command.ts';
import { Dialog } from '../../pieces/dialog.tsx';
import { Failure } from '../../pieces/failure.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { TextField } from '../../pieces/text-field.tsx';
import { useProblems } from '../../pieces/use-problems.ts';
import { useTexts } from '../../texts/texts.ts';

interface Existing {
  readonly id: string;
  readonly name: string;
}

interface NewCustomerDialogProps {
  readonly close: () => void;
  readonly onCreated: (customer: Customer) => void;
}

/** Creates a customer. The route would update one with the same external id, so that it is looked up first. */
export const NewCustomerDialog = ({ close, onCreated }: NewCustomerDialogProps): ReactElement => {
  const { customers } = useTexts();
  const client = useClient();
  const [externalId, setExternalId] = useState('');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [phone, setPhone] = useState('');
  const [sentId, setSentId] = useState('');
  const [existing, setExisting] = useState<Existing | null>(null);
  const [lookUpError, setLookUpError] = useState<unknown>(null);
  const { state, send } = useCommand('upsert-partner-customer');
  const problems = useProblems(state);

  const find = async (): Promise<Existing | null> => {
    try {
      const { body } = await client.call('get-partner-customer', { external_customer_id: externalId.trim() });
      return { id: body.customer.customer_id, name: body.customer.customer_name };
    } catch (error) {
      if (isRefusal(error, 'not_found')) return null;
      throw error;
    }
  };
  const submit = async (): Promise<void> => {
    // A command that has not ended may have created the customer itself.
    const isOpen = state.is === 'unanswered' || (state.is === 'refused' && !answerStands(state.refusal));
    const mayBeOwn = isOpen && sentId === externalId.trim();
    setLookUpError(null);
    try {
      const found = mayBeOwn ? null : await find();
      setExisting(found);
      if (found !== null) return;
    } catch (error) {
      setLookUpError(error);
      return;
    }
    setSentId(externalId.trim());
    const body = await send({
      external_customer_id: externalId.trim(),
      customer_name: name.trim(),
      ...(email.trim() === '' ? {} : { customer_email: email.trim() }),
      ...(phone.trim() === '' ? {} : { customer_phone: phone.trim() }),
    });
    if (body !== null) onCreated(body.customer);
  };
  return (
    <Dialog
      title={customers.new}
      verb={customers.create}
      state={state}
      ready={externalId.trim() !== '' && name.trim() !== ''}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <TextField
        label={customers.name}
        value={name}
        onChange={setName}
        problem={problems.get('customer_name')}
        autoFocus
      />
      <TextField
        label={customers.externalId}
        why={customers.externalIdWhy}
        value={externalId}
        onChange={(value) => {
          setExternalId(value);
          setExisting(null);
        }}
        problem={problems.get('external_customer_id')}
      />
      <TextField
        label={customers.email}
        type="email"
        optional
        value={email}
        onChange={setEmail}
        problem={problems.get('customer_email')}
      />
      <TextField
        label={customers.phone}
        optional
        value={phone}
        onChange={setPhone}
        problem={problems.get('customer_phone')}
      />
      {lookUpError !== null && (
        <Failure
          error={lookUpError}
          retry={() => {
            void submit();
          }}
        />
      )}
      {existing !== null && (
        <Alert type="warning" header={customers.exists}>
          {customers.existsWhy(existing.name)} <PageLink to={`/customers/${existing.id}`}>{customers.open}</PageLink>
        </Alert>
      )}
    </Dialog>
  );
};
