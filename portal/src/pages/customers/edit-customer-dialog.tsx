import { useEffect, useState, type ReactElement } from 'react';
import { isRefusal } from '../../../../packages/client/src/refusal.ts';
import type { Call } from '../../api/begun-calls.ts';
import { useClient } from '../../api/client-context.ts';
import { conflictsIn, mergeEdits, resolved, type Values } from '../../api/merge-edits.ts';
import { useCommand, type CommandState } from '../../api/use-command.ts';
import { Dialog } from '../../pieces/dialog.tsx';
import { ReasonField } from '../../pieces/reason-field.tsx';
import { TextField } from '../../pieces/text-field.tsx';
import { useProblems } from '../../pieces/use-problems.ts';
import { useTexts } from '../../texts/texts.ts';
import type { CustomerDetail } from './customer-detail.ts';
import { EditConflict } from './edit-conflict.tsx';
import { changesBetween, editable, valuesOf, type EditableField } from './editable-fields.ts';

interface EditCustomerDialogProps {
  readonly customer: CustomerDetail;
  readonly close: () => void;
}

interface Base {
  readonly values: Values<EditableField>;
  readonly updatedAt: string;
}

const baseOf = (customer: CustomerDetail): Base => ({ values: valuesOf(customer), updatedAt: customer.updated_at });

/** What the other member made of the customer. Null: it can't be read. */
const latest = async (call: Call, customerId: string): Promise<Base | null> => {
  try {
    const { body } = await call('get-partner-customer', { customer_id: customerId });
    return baseOf(body.customer);
  } catch {
    return null;
  }
};

type Choices = ReadonlyMap<EditableField, 'theirs' | 'yours'>;

interface Edit {
  readonly values: Values<EditableField>;
  readonly setValues: (values: Values<EditableField>) => void;
  /** Null until somebody else changed the customer. */
  readonly merged: ReturnType<typeof mergeEdits<EditableField>> | null;
  readonly choices: Choices;
  readonly choose: (field: EditableField, choice: 'theirs' | 'yours') => void;
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  readonly state: CommandState;
  readonly submit: () => Promise<void>;
}

/** An edit of what the member saw when the dialog was opened, merged with what somebody else changed meanwhile. */
const useEdit = ({ customer, close }: EditCustomerDialogProps): Edit => {
  const client = useClient();
  // What was there when the dialog was opened: a later read must not take the place of what the member saw.
  const [base, setBase] = useState(() => baseOf(customer));
  const [theirs, setTheirs] = useState<Base | null>(null);
  const [choices, setChoices] = useState<Choices>(new Map());
  const [values, setValues] = useState(base.values);
  const [reason, setReason] = useState('');
  const { state, send, reset } = useCommand('update-partner-customer');
  const merged = theirs === null ? null : mergeEdits(editable, base.values, theirs.values, values);
  const isStale = state.is === 'refused' && isRefusal(state.refusal, 'stale_update');

  const save = async (wanted: Values<EditableField>, known: Base): Promise<void> => {
    const changes = changesBetween(known.values, wanted);
    if (Object.keys(changes).length === 0) {
      close();
      return;
    }
    const body = await send({
      customer_id: customer.customer_id,
      changes,
      expected_updated_at: known.updatedAt,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    });
    if (body !== null) close();
  };

  const readTheirs = async (): Promise<void> => {
    const read = await latest(client.call, customer.customer_id);
    // The refusal stays, with its button.
    if (read === null) return;
    setTheirs(read);
    reset();
  };
  useEffect(() => {
    if (isStale) void readTheirs();
  }, [isStale]);

  const submit = async (): Promise<void> => {
    if (isStale) {
      await readTheirs();
      return;
    }
    if (theirs === null || merged === null) {
      await save(values, base);
      return;
    }
    const decided = Object.assign({}, values, Object.fromEntries(resolved(merged, choices)));
    setValues(decided);
    setBase(theirs);
    setTheirs(null);
    setChoices(new Map());
    await save(decided, theirs);
  };

  const choose = (field: EditableField, choice: 'theirs' | 'yours'): void => {
    setChoices(new Map([...choices, [field, choice]]));
  };
  return { values, setValues, merged, choices, choose, reason, setReason, state, submit };
};

/** Edits the contact data. What somebody else changed in the meantime is merged, and conflicts are decided by the member. */
export const EditCustomerDialog = (props: EditCustomerDialogProps): ReactElement => {
  const { customers, words } = useTexts();
  const { values, setValues, merged, choices, choose, reason, setReason, state, submit } = useEdit(props);
  const problems = useProblems(state);
  const undecided = merged === null ? [] : conflictsIn(merged).filter((field) => !choices.has(field));
  return (
    <Dialog
      title={customers.editTitle}
      verb={words.save}
      state={state}
      ready={undecided.length === 0}
      close={props.close}
      submit={() => {
        void submit();
      }}
    >
      {merged !== null ? (
        <EditConflict merged={merged} choices={choices} onChoose={choose} />
      ) : (
        editable.map((field) => (
          <TextField
            key={field}
            label={customers.fields[field]}
            type={field === 'customer_email' ? 'email' : 'text'}
            optional={field !== 'customer_name'}
            value={values[field]}
            problem={problems.get(field)}
            onChange={(value) => {
              setValues({ ...values, [field]: value });
            }}
          />
        ))
      )}
      <ReasonField value={reason} onChange={setReason} />
    </Dialog>
  );
};
