import FormField from '@cloudscape-design/components/form-field';
import Select, { type SelectProps } from '@cloudscape-design/components/select';
import { useState, type ReactElement } from 'react';
import type { Customer } from '../../../packages/client/src/schemas.ts';
import { useRead } from '../api/use-read.ts';
import { useInDialog } from './in-dialog.ts';
import { useTexts } from '../texts/texts.ts';

interface CustomerPickerProps {
  readonly label: string;
  readonly chosen: Customer | null;
  readonly onChoose: (customer: Customer) => void;
  /** The customer that is not offered. */
  readonly except?: string;
  readonly problem?: string | undefined;
  /** Shown beside the choice. */
  readonly action?: ReactElement | undefined;
}

const optionOf = ({ customer_id: value, customer_name: label, external_customer_id: description }: Customer) => ({
  value,
  label,
  description,
});

/** Chooses an active customer by a search of the service. */
export const CustomerPicker = ({
  label,
  chosen,
  onChoose,
  except,
  problem,
  action,
}: CustomerPickerProps): ReactElement => {
  const { words } = useTexts();
  const [search, setSearch] = useState('');
  const found = useRead(
    'list-partner-customers',
    { status: 'active', page_size: 20, ...(search === '' ? {} : { search }) },
    { keep: true },
  );
  const inDialog = useInDialog();
  const customers = (found.data?.items ?? []).filter(({ customer_id: id }) => id !== except);
  const status: SelectProps['statusType'] = found.error !== null ? 'error' : found.isFetching ? 'loading' : 'finished';
  return (
    <FormField label={label} errorText={problem} secondaryControl={action} stretch>
      <Select
        filteringType="manual"
        filteringPlaceholder={words.searchCustomers}
        placeholder={words.chooseCustomer}
        selectedOption={chosen === null ? null : optionOf(chosen)}
        options={customers.map(optionOf)}
        statusType={status}
        loadingText={words.loading}
        empty={words.noCustomerFound}
        recoveryText={words.retry}
        expandToViewport={inDialog}
        onLoadItems={({ detail }) => {
          setSearch(detail.filteringText.trim());
          if (found.error !== null) void found.refetch();
        }}
        onChange={({ detail }) => {
          const customer = customers.find(({ customer_id: id }) => id === detail.selectedOption.value);
          if (customer !== undefined) onChoose(customer);
        }}
      />
    </FormField>
  );
};
