import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { Customer } from '../../../../packages/client/src/schemas.ts';
import { useMay } from '../../api/member.ts';
import { useRead } from '../../api/use-read.ts';
import { CustomerLink } from '../../pieces/customer-link.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { ListHeader } from '../../pieces/list-header.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { Page } from '../../pieces/page.tsx';
import { PageButton } from '../../pieces/page-button.tsx';
import { CustomerStatus } from '../../pieces/status.tsx';
import { SearchAndStatus } from '../../pieces/search-and-status.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useFilter } from '../../pieces/use-filter.ts';
import { useKept } from '../../pieces/use-kept.ts';
import { useTexts } from '../../texts/texts.ts';
import { NewCustomerDialog } from './new-customer-dialog.tsx';

const statuses = ['active', 'inactive', 'merged', 'erasing', 'erased', 'erasure_failed'] as const;

const Customers = (): ReactElement => {
  const { customers, imports, words } = useTexts();
  const { number } = useFormats();
  const [, navigate] = useLocation();
  const mayWrite = useMay('customers.write');
  const [search, setSearch] = useKept('customers.search');
  const [status, setStatus] = useFilter('customers.status', 'status', ['', ...statuses]);
  const [page, setPage] = useState(1);
  const [adding, setAdding] = useState(false);
  const query = useRead(
    'list-partner-customers',
    {
      page,
      page_size: 25,
      ...(search === '' ? {} : { search }),
      ...(status === '' ? {} : { status }),
    },
    { keep: true },
  );
  const filtered = search !== '' || status !== '';
  const add = (
    <Button
      variant="primary"
      onClick={() => {
        setAdding(true);
      }}
    >
      {customers.new}
    </Button>
  );
  const both = (
    <SpaceBetween direction="horizontal" size="xs">
      <PageButton to="/customers/import">{imports.open}</PageButton>
      {add}
    </SpaceBetween>
  );
  return (
    <Page title={customers.title} description={customers.description} actions={mayWrite ? both : undefined}>
      <Listing<Customer>
        name={customers.title}
        header={<ListHeader title={customers.title} query={query} />}
        filter={
          <SearchAndStatus
            search={{ label: customers.searchLabel, placeholder: words.searchCustomers, value: search }}
            onSearch={setSearch}
            status={{ label: words.status, value: status }}
            statuses={statuses}
            textOf={words.customer}
            onStatus={setStatus}
            onPage={setPage}
          />
        }
        query={query}
        page={page}
        onPage={setPage}
        idOf={({ customer_id: id }) => id}
        empty={
          filtered ? (
            <Empty title={words.noMatches} why={words.noMatchesWhy} />
          ) : (
            <Empty title={customers.empty} why={customers.emptyWhy} action={mayWrite ? both : undefined} />
          )
        }
        columns={[
          {
            id: 'name',
            header: customers.name,
            cell: ({ customer_id: id, customer_name: name }) => <CustomerLink id={id} name={name} />,
            minWidth: 160,
          },
          {
            id: 'external',
            header: customers.externalId,
            cell: ({ external_customer_id: id }) => <span className="clamped">{id}</span>,
            minWidth: 120,
          },
          {
            id: 'status',
            header: customers.status,
            cell: (customer) => <CustomerStatus status={customer.status} />,
            minWidth: 140,
          },
          { id: 'lines', header: customers.lines, cell: (customer) => number(customer.instance_count) },
          { id: 'changed', header: customers.changed, cell: (customer) => <Moment at={customer.updated_at} /> },
        ]}
      />
      {adding && (
        <NewCustomerDialog
          close={() => {
            setAdding(false);
          }}
          onCreated={({ customer_id: id }) => {
            navigate(`/customers/${id}`);
          }}
        />
      )}
    </Page>
  );
};

export default Customers;
