import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import type { ReactElement } from 'react';
import type { HistoryEntry } from '../../../../packages/client/src/schemas.ts';
import { useCustomerNames } from '../../api/customer-names.ts';
import { useLineNames, type LineName } from '../../api/line-names.ts';
import { useRead } from '../../api/use-read.ts';
import { CustomerLink } from '../../pieces/customer-link.tsx';
import { Doer } from '../../pieces/doer.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { changeText, fieldText, isTold } from './change-text.ts';
import { changesOf, type Change } from './changes-of.ts';
import { joined } from '../../pieces/isolated.ts';
import { usePage } from '../../pieces/use-page.ts';

const changesToTell = (entry: HistoryEntry): readonly Change[] => changesOf(entry).filter(({ field }) => isTold(field));

/** What the customers and the lines of the entries are called, by their ids. */
interface Names {
  readonly customers: ReadonlyMap<string, string>;
  readonly lines: ReadonlyMap<string, LineName>;
}

interface EntryProps {
  readonly entry: HistoryEntry;
  readonly names: Names;
}

const Changes = ({ entry, names: { customers: known } }: EntryProps): ReactElement => {
  const texts = useTexts();
  const formats = useFormats();
  const { customers } = texts;
  const said = (field: string, value: string): string => known.get(value) ?? changeText(texts, formats, field, value);
  return (
    <>
      {changesToTell(entry).map(({ field, was, now }) => (
        <div key={field} className="breakable">
          <strong>{fieldText(texts, field)}</strong>:{' '}
          {joined(
            [...(was === null ? [] : [said(field, was)]), now === null ? customers.nothing : said(field, now)],
            ' → ',
          )}
        </div>
      ))}
    </>
  );
};

/** The line and the other customers that an entry is about. */
const Related = ({ entry: { related }, names, own }: EntryProps & { readonly own: string }): ReactElement => {
  const { customers, lines } = useTexts();
  const { instance_id: line, source_customer_id: from, target_customer_id: into } = related;
  const others = [
    { said: customers.from, id: from },
    { said: customers.into, id: into },
  ];
  return (
    <>
      {line !== undefined && (
        <PageLink to={`/lines/${line}`}>
          <span className="clamped">{names.lines.get(line)?.name ?? lines.openLine}</span>
        </PageLink>
      )}
      {others.map(({ said, id }) =>
        id === undefined || id === own ? null : (
          <div key={said}>
            {said} <CustomerLink id={id} name={names.customers.get(id) ?? null} />
          </div>
        ),
      )}
    </>
  );
};

const customerFields = ['partner_customer_id', 'customer_id', 'merged_into'] as const;

/** The customers that an entry names by their ids. */
const customersIn = ({ related, previous, new: next }: HistoryEntry): readonly string[] =>
  [
    related.source_customer_id,
    related.target_customer_id,
    ...customerFields.flatMap((field) => [previous[field], next[field]]),
  ].filter((id) => typeof id === 'string');

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
      header={<Header variant="h2">{customers.history}</Header>}
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
