import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactElement } from 'react';
import { isRefusal } from '../../../../packages/client/src/refusal.ts';
import type { Customer, UpsertPartnerCustomerRequest } from '../../../../packages/client/src/schemas.ts';
import type { Call } from '../../api/begun-calls.ts';
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

const existingWith = async (call: Call, externalId: string): Promise<Existing | null> => {
  try {
    const { body } = await call('get-partner-customer', { external_customer_id: externalId });
    return { id: body.customer.customer_id, name: body.customer.customer_name };
  } catch (error) {
    if (isRefusal(error, 'not_found')) return null;
    throw error;
  }
};

interface Values {
  readonly externalId: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

interface CustomerFieldsProps {
  readonly values: Values;
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (values: Values) => void;
}

const CustomerFields = ({ values, problems, onChange }: CustomerFieldsProps): ReactElement => {
  const { customers } = useTexts();
  const set = (name: keyof Values) => (value: string) => {
    onChange({ ...values, [name]: value });
  };
  return (
    <SpaceBetween size="m">
      <TextField
        label={customers.name}
        value={values.name}
        onChange={set('name')}
        problem={problems.get('customer_name')}
        autoFocus
      />
      <TextField
        label={customers.externalId}
        why={customers.externalIdWhy}
        value={values.externalId}
        onChange={set('externalId')}
        problem={problems.get('external_customer_id')}
      />
      <TextField
        label={customers.email}
        type="email"
        optional
        value={values.email}
        onChange={set('email')}
        problem={problems.get('customer_email')}
      />
      <TextField
        label={customers.phone}
        optional
        value={values.phone}
        onChange={set('phone')}
        problem={problems.get('customer_phone')}
      />
    </SpaceBetween>
  );
};

const requestOf = ({ externalId, name, email, phone }: Values): UpsertPartnerCustomerRequest => ({
  external_customer_id: externalId.trim(),
  customer_name: name.trim(),
  ...(email.trim() === '' ? {} : { customer_email: email.trim() }),
  ...(phone.trim() === '' ? {} : { customer_phone: phone.trim() }),
});

const ExistingCustomer = ({ id, name }: Existing): ReactElement => {
  const { customers } = useTexts();
  return (
    <Alert type="warning" header={customers.exists}>
      {customers.existsWhy(name)} <PageLink to={`/customers/${id}`}>{customers.open}</PageLink>
    </Alert>
  );
};

/** Creates a customer. The route would update one with the same external id, so that it is looked up first. */
export const NewCustomerDialog = ({ close, onCreated }: NewCustomerDialogProps): ReactElement => {
  const { customers } = useTexts();
  const client = useClient();
  const [values, setValues] = useState<Values>({ externalId: '', name: '', email: '', phone: '' });
  const [sentId, setSentId] = useState('');
  const [existing, setExisting] = useState<Existing | null>(null);
  const [lookUpError, setLookUpError] = useState<unknown>(null);
  const { state, send } = useCommand('upsert-partner-customer');
  const problems = useProblems(state);
  const externalId = values.externalId.trim();

  const submit = async (): Promise<void> => {
    // A command that has not ended may have created the customer itself.
    const isOpen = state.is === 'unanswered' || (state.is === 'refused' && !answerStands(state.refusal));
    const mayBeOwn = isOpen && sentId === externalId;
    setLookUpError(null);
    try {
      const found = mayBeOwn ? null : await existingWith(client.call, externalId);
      setExisting(found);
      if (found !== null) return;
    } catch (error) {
      setLookUpError(error);
      return;
    }
    setSentId(externalId);
    const body = await send(requestOf(values));
    if (body !== null) onCreated(body.customer);
  };
  return (
    <Dialog
      title={customers.new}
      verb={customers.create}
      state={state}
      ready={externalId !== '' && values.name.trim() !== ''}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <CustomerFields
        values={values}
        problems={problems}
        onChange={(changed) => {
          if (changed.externalId !== values.externalId) setExisting(null);
          setValues(changed);
        }}
      />
      {lookUpError !== null && (
        <Failure
          error={lookUpError}
          retry={() => {
            void submit();
          }}
        />
      )}
      {existing !== null && <ExistingCustomer {...existing} />}
    </Dialog>
  );
};
