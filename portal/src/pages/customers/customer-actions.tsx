import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactElement } from 'react';
import { useMay } from '../../api/member.ts';
import { PageButton } from '../../pieces/page-button.tsx';
import { useTexts } from '../../texts/texts.ts';
import type { CustomerDetail } from './customer-detail.ts';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { EditCustomerDialog } from './edit-customer-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { ReactivateDialog } from './reactivate-dialog.tsx';

type Opened = 'edit' | 'merge' | 'deactivate' | 'reactivate';

const isOpened = (id: string): id is Opened => ['edit', 'merge', 'deactivate', 'reactivate'].includes(id);

/** What the member may do with the customer in its present state. */
export const CustomerActions = ({ customer }: { readonly customer: CustomerDetail }): ReactElement | null => {
  const { customers, words } = useTexts();
  const mayWrite = useMay('customers.write');
  const mayAddLine = useMay('instances.write');
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => {
    setOpened(null);
  };
  const isActive = customer.status === 'active';
  const isInactive = customer.status === 'inactive';
  if (!mayWrite || !(isActive || isInactive)) return null;
  const failed = customer.lifecycle?.status === 'incomplete';
  const items = [
    ...(isActive ? [{ id: 'merge', text: customers.merge }] : []),
    ...(isActive ? [{ id: 'deactivate', text: customers.deactivate }] : []),
    ...(isInactive && failed ? [{ id: 'deactivate', text: customers.again }] : []),
    ...(isInactive ? [{ id: 'reactivate', text: customers.reactivate }] : []),
  ];
  return (
    <>
      <SpaceBetween direction="horizontal" size="xs">
        <Button
          iconName="edit"
          onClick={() => {
            setOpened('edit');
          }}
        >
          {customers.edit}
        </Button>
        <ButtonDropdown
          items={items}
          onItemClick={({ detail }) => {
            if (isOpened(detail.id)) setOpened(detail.id);
          }}
        >
          {words.actions}
        </ButtonDropdown>
        {isActive && mayAddLine && (
          <PageButton to={`/lines/new/${customer.customer_id}`} variant="primary">
            {customers.addLine}
          </PageButton>
        )}
      </SpaceBetween>
      {opened === 'edit' && <EditCustomerDialog customer={customer} close={close} />}
      {opened === 'merge' && <MergeDialog customer={customer} close={close} />}
      {opened === 'deactivate' && <DeactivateDialog customer={customer} close={close} />}
      {opened === 'reactivate' && <ReactivateDialog customer={customer} close={close} />}
    </>
  );
};
