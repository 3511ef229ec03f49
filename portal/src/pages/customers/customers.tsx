import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { Customer } from '../../../../packages/client/src/schemas.ts';
import { useMay } from '../../api/member.ts';
import { useRead } from '../../api/use-read.ts';
import type { Columns } from '../../pieces/column.ts';
import { CustomerLink } from '../../pieces/customer-link.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { ListHeader } from '../../pieces/list-header.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { Page } from '../../pieces/page.tsx';
import { PageButton } from '../../pieces/page-button.tsx';
import { CustomerStatus } from '../../pieces/status.tsx';
import { SearchAndStatus } from '../../pieces/search-and-status.tsx';
import { useFormats, type Formats } from '../../pieces/use-formats.ts';
import { useFilter } from '../../pieces/use-filter.ts';
import { useKept } from '../../pieces/use-kept.ts';
import { usePage } from '../../pieces/use-page.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { NewCustomerDialog } from './new-customer-dialog.tsx';

const statuses = ['active', 'inactive', 'merged', 'erasing', 'erased', 'erasure_failed'] as const;

const customerColumns = ({ customers, words }: Texts, number: Formats['number']): Columns<Customer> => [
  {
    id: 'name',
    header: customers.name,
    cell: ({ customer_id: id, customer_name: name }) => <CustomerLink id={id} name={name} />,
    value: ({ customer_name: name }) => name,
    minWidth: 160,
  },
  {
    id: 'external',
    header: customers.externalId,
    cell: ({ external_customer_id: id }) => <span className="clamped">{id}</span>,
    value: ({ external_customer_id: id }) => id,
    minWidth: 120,
  },
  {
    id: 'status',
    header: customers.status,
    cell: (customer) => <CustomerStatus status={customer.status} />,
    value: ({ status }) => words.customer[status],
    minWidth: 140,
  },
  {
    id: 'lines',
    header: customers.lines,
    cell: (customer) => number(customer.instance_count),
    value: (customer) => customer.instance_count,
  },
  {
    id: 'changed',
    header: customers.changed,
    cell: (customer) => <Moment at={customer.updated_at} />,
    value: (customer) => customer.updated_at,
  },
];

const useCustomerFilter = () => {
  const [search, setSearch] = useKept('customers.search');
  const [status, setStatus] = useFilter('customers.status', 'status', ['', ...statuses]);
  const asked = { ...(search === '' ? {} : { search }), ...(status === '' ? {} : { status }) };
  return { search, setSearch, status, setStatus, asked };
};

interface CustomerFiltersProps extends ReturnType<typeof useCustomerFilter> {
  readonly onPage: (page: number) => void;
}

const CustomerFilters = ({ search, setSearch, status, setStatus, onPage }: CustomerFiltersProps): ReactElement => {
  const { customers, words } = useTexts();
  return (
    <SearchAndStatus
      search={{ label: customers.searchLabel, placeholder: words.searchCustomers, value: search }}
      onSearch={setSearch}
      status={{ label: words.status, value: status }}
      statuses={statuses}
      textOf={words.customer}
      onStatus={setStatus}
      onPage={onPage}
    />
  );
};

const WaysToAdd = ({ onAdd }: { readonly onAdd: () => void }): ReactElement => {
  const { customers, imports } = useTexts();
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <PageButton to="/customers/import">{imports.open}</PageButton>
      <Button variant="primary" onClick={onAdd}>
        {customers.new}
      </Button>
    </SpaceBetween>
  );
};

const Customers = (): ReactElement => {
  const texts = useTexts();
  const { customers, words } = texts;
  const { number } = useFormats();
  const [, navigate] = useLocation();
  const mayWrite = useMay('customers.write');
  const filter = useCustomerFilter();
  const [page, setPage] = usePage();
  const [adding, setAdding] = useState(false);
  const query = useRead('list-partner-customers', { page, page_size: 25, ...filter.asked }, { keep: true });
  const both = (
    <WaysToAdd
      onAdd={() => {
        setAdding(true);
      }}
    />
  );
  return (
    <Page title={customers.title} description={customers.description} actions={mayWrite ? both : undefined}>
      <Listing<Customer>
        name={customers.title}
        header={<ListHeader title={customers.title} query={query} />}
        filter={<CustomerFilters {...filter} onPage={setPage} />}
        query={query}
        page={page}
        onPage={setPage}
        idOf={({ customer_id: id }) => id}
        empty={
          Object.keys(filter.asked).length > 0 ? (
            <Empty title={words.noMatches} why={words.noMatchesWhy} />
          ) : (
            <Empty title={customers.empty} why={customers.emptyWhy} action={mayWrite ? both : undefined} />
          )
        }
        columns={customerColumns(texts, number)}
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
