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
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { changeText, isTold } from './change-text.ts';
import { changesOf, type Change } from './changes-of.ts';

const changesToTell = (entry: HistoryEntry): readonly Change[] => changesOf(entry).filter(({ field }) => isTold(field));

const Changes = ({ entry }: { readonly entry: HistoryEntry }): ReactElement => {
  const texts = useTexts();
  const formats = useFormats();
  const { customers } = texts;
  const names: Readonly<Record<string, string | undefined>> = customers.fields;
  const said = (field: string, value: string): string => changeText(texts, formats, field, value);
  return (
    <>
      {changesToTell(entry).map(({ field, was, now }) => (
        <div key={field} className="breakable">
          <strong>{names[field] ?? field}</strong>: {was !== null && `${said(field, was)} → `}
          {now === null ? customers.nothing : said(field, now)}
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
          cell: (entry) => customers.events[entry.event],
          below: (entry) => <Related entry={entry} />,
          minWidth: 150,
        },
        { id: 'when', header: customers.when, cell: ({ created_at: at }) => <Moment at={at} />, minWidth: 140 },
        { id: 'who', header: customers.who, cell: (entry) => <Actor entry={entry} />, minWidth: 180 },
        {
          id: 'changes',
          header: customers.changes,
          cell: (entry) => (changesToTell(entry).length === 0 ? null : <Changes entry={entry} />),
          minWidth: 270,
          wide: true,
        },
        { id: 'reason', header: words.reason, cell: ({ reason }) => reason, minWidth: 120 },
      ]}
    />
  );
};
