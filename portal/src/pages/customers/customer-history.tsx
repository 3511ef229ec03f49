import Box from '@cloudscape-design/components/box';
import type { ReactElement } from 'react';
import type { HistoryEntry } from '../../../../packages/client/src/schemas.ts';
import { useCustomerNames } from '../../api/customer-names.ts';
import { useLineNames } from '../../api/line-names.ts';
import { useRead } from '../../api/use-read.ts';
import { Doer } from '../../pieces/doer.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { ListHeader } from '../../pieces/list-header.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { useTexts } from '../../texts/texts.ts';
import { Changes, changesToTell, customersIn, Related, type Names } from './history-entry.tsx';
import { usePage } from '../../pieces/use-page.ts';

/** Who changed what of the customer, when and why. */
export const CustomerHistory = ({ customerId }: { readonly customerId: string }): ReactElement => {
  const { customers, words } = useTexts();
  const [page, setPage] = usePage('history');
  const history = useRead(
    'get-partner-customer-history',
    { customer_id: customerId, page, page_size: 10 },
    { keep: true },
  );
  const entries = history.data?.items ?? [];
  const lines = useLineNames(entries.flatMap(({ related: { instance_id: id } }) => (id === undefined ? [] : [id])));
  const names: Names = { customers: useCustomerNames(entries.flatMap(customersIn)), lines: lines.names };
  return (
    <Listing<HistoryEntry>
      name={customers.history}
      header={<ListHeader title={customers.history} query={history} />}
      query={history}
      isPending={lines.isLoading}
      page={page}
      onPage={setPage}
      idOf={({ id }) => id}
      empty={<Empty title={customers.historyEmpty} why={customers.historyEmptyWhy} />}
      columns={[
        {
          id: 'what',
          header: customers.what,
          cell: (entry) => customers.events[entry.event],
          below: (entry) => (
            <>
              <Box variant="small">
                <Moment at={entry.created_at} />
              </Box>
              <div>
                <Related entry={entry} names={names} own={customerId} />
              </div>
            </>
          ),
          minWidth: 150,
        },
        { id: 'who', header: customers.who, cell: (entry) => <Doer {...entry} />, minWidth: 140 },
        {
          id: 'changes',
          header: customers.changes,
          cell: (entry) => (changesToTell(entry).length === 0 ? null : <Changes entry={entry} names={names} />),
          minWidth: 180,
          wide: true,
        },
        { id: 'reason', header: words.reason, cell: ({ reason }) => reason, minWidth: 90 },
      ]}
    />
  );
};
