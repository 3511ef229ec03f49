import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import { useState, type ReactElement } from 'react';
import type { HistoryEntry } from '../../../../packages/client/src/schemas.ts';
import { useRead } from '../../api/use-read.ts';
import { Empty } from '../../pieces/empty.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { useMemberNames } from '../../api/member-names.ts';
import { useTexts } from '../../texts/texts.ts';
import { changesOf } from './changes-of.ts';

const Changes = ({ entry }: { readonly entry: HistoryEntry }): ReactElement => {
  const { customers, words } = useTexts();
  const names: Readonly<Record<string, string | undefined>> = customers.fields;
  const changes = changesOf(entry);
  if (changes.length === 0) return <>{words.none}</>;
  return (
    <>
      {changes.map(({ field, was, now }) => (
        <div key={field} className="breakable">
          <strong>{names[field] ?? field}</strong>: {was !== null && `${was} → `}
          {now ?? customers.nothing}
        </div>
      ))}
    </>
  );
};

const Related = ({ entry }: { readonly entry: HistoryEntry }): ReactElement | null => {
  const { instance_id: line } = entry.related;
  const { lines } = useTexts();
  return line === undefined ? null : <PageLink to={`/lines/${line}`}>{lines.openLine}</PageLink>;
};

const Actor = ({ entry: { actor, request_id: requestId } }: { readonly entry: HistoryEntry }): ReactElement => {
  const { customers, words } = useTexts();
  const names = useMemberNames();
  return (
    <>
      <div className="breakable">
        {actor.type === 'member' ? (names.get(actor.id) ?? customers.actors.member) : customers.actors[actor.type]}
      </div>
      {actor.type === 'partner_key' && (
        <Box variant="small">
          <code className="breakable">{actor.id}</code>
        </Box>
      )}
      <Box variant="small">
        {words.requestId}: <code className="breakable">{requestId}</code>
      </Box>
    </>
  );
};

/** Who changed what of the customer, when and why. */
export const CustomerHistory = ({ customerId }: { readonly customerId: string }): ReactElement => {
  const { customers, words } = useTexts();
  const [page, setPage] = useState(1);
  const history = useRead(
    'get-partner-customer-history',
    { customer_id: customerId, page, page_size: 10 },
    { keep: true },
  );
  return (
    <Listing<HistoryEntry>
      name={customers.history}
      header={<Header variant="h2">{customers.history}</Header>}
      query={history}
      page={page}
      onPage={setPage}
      idOf={({ id }) => id}
      empty={<Empty title={customers.historyEmpty} why={customers.historyEmptyWhy} />}
      columns={[
        {
          id: 'what',
          header: customers.what,
          cell: (entry) => (
            <>
              <div>{customers.events[entry.event]}</div>
              <Related entry={entry} />
            </>
          ),
          minWidth: 150,
        },
        { id: 'when', header: customers.when, cell: ({ created_at: at }) => <Moment at={at} />, minWidth: 150 },
        { id: 'who', header: customers.who, cell: (entry) => <Actor entry={entry} />, minWidth: 180, wide: true },
        {
          id: 'changes',
          header: customers.changes,
          cell: (entry) => <Changes entry={entry} />,
          minWidth: 220,
          wide: true,
        },
        { id: 'reason', header: words.reason, cell: ({ reason }) => reason ?? words.none },
      ]}
    />
  );
};
