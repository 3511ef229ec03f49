import Button from '@cloudscape-design/components/button';
import { useState, type ReactElement } from 'react';
import type { Customer } from '../../../../packages/client/src/schemas.ts';
import { useMay } from '../../api/member.ts';
import { CustomerPicker } from '../../pieces/customer-picker.tsx';
import { useTexts } from '../../texts/texts.ts';
import { NewCustomerDialog } from '../customers/new-customer-dialog.tsx';

interface CustomerChoiceProps {
  readonly chosen: Customer | null;
  readonly onChoose: (customer: Customer) => void;
  readonly problem: string | undefined;
}

/** Chooses the customer of a new line, or creates it. */
export const CustomerChoice = ({ chosen, onChoose, problem }: CustomerChoiceProps): ReactElement => {
  const { customers, lines } = useTexts();
  const mayCreate = useMay('customers.write');
  const [creating, setCreating] = useState(false);
  const create = (
    <Button
      formAction="none"
      onClick={() => {
        setCreating(true);
      }}
    >
      {customers.new}
    </Button>
  );
  return (
    <>
      <CustomerPicker
        label={lines.customer}
        chosen={chosen}
        onChoose={onChoose}
        problem={problem}
        action={mayCreate ? create : undefined}
      />
      {creating && (
        <NewCustomerDialog
          close={() => {
            setCreating(false);
          }}
          onCreated={(customer) => {
            onChoose(customer);
            setCreating(false);
          }}
        />
      )}
    </>
  );
};
