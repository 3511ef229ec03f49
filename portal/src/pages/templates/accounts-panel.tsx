import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import type { BusinessAccount } from '../../../../packages/client/src/schemas.ts';
import type { AccountLine } from '../../api/account-lines.ts';
import type { Columns } from '../../pieces/column.ts';
import { Copyable } from '../../pieces/copyable.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { useFormats, type Formats } from '../../pieces/use-formats.ts';
import { usePage } from '../../pieces/use-page.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { accountName } from './account-name.ts';
import { SyncStatus } from './sync-status.tsx';

const pageSize = 10;

interface AccountsPanelProps {
  readonly accounts: readonly BusinessAccount[];
  readonly lines: ReadonlyMap<string, readonly AccountLine[]>;
  readonly onOpen: (id: string) => void;
}

const accountColumns = (
  texts: Texts,
  { number, list }: Formats,
  { lines, onOpen }: Pick<AccountsPanelProps, 'lines' | 'onOpen'>,
): Columns<BusinessAccount> => {
  const { templates: said } = texts;
  return [
    {
      id: 'account',
      header: said.account,
      cell: ({ platform_waba_id: id }) => (
        <Link
          onFollow={() => {
            onOpen(id);
          }}
        >
          <span className="clamped">{accountName(texts, list, id, lines.get(id))}</span>
        </Link>
      ),
      below: ({ platform_waba_id: id }) => <Copyable text={id} name={`${said.account} ${id}`} />,
      minWidth: 200,
    },
    {
      id: 'troubled',
      header: said.troubled,
      cell: ({ troubled: count }) =>
        count === 0 ? null : <StatusIndicator type="warning">{number(count)}</StatusIndicator>,
      minWidth: 110,
    },
    { id: 'templates', header: said.title, cell: ({ templates: count }) => number(count) },
    { id: 'lines', header: said.lines, cell: ({ lines: count }) => number(count), lesser: true },
    {
      id: 'sync',
      header: said.lastSync,
      cell: ({ last_sync: sync }) => (sync === null ? null : <SyncStatus sync={sync} />),
      minWidth: 150,
    },
  ];
};

/** The business accounts with their lines and customers: those with troubled templates first. */
export const AccountsPanel = ({ accounts, lines, onOpen }: AccountsPanelProps): ReactElement => {
  const texts = useTexts();
  const formats = useFormats();
  const [page, setPage] = usePage('accounts');
  const rows = accounts.toSorted((one, other) => other.troubled - one.troubled);
  const items = rows.slice((page - 1) * pageSize, page * pageSize);
  const { templates: said } = texts;
  return (
    <Listing<BusinessAccount>
      name={said.accounts}
      header={
        <Header variant="h2" counter={`(${formats.number(rows.length)})`}>
          {said.accounts}
        </Header>
      }
      query={{
        data: { items, total: rows.length, pages: Math.ceil(rows.length / pageSize) },
        error: null,
        isPlaceholderData: false,
        refetch: () => undefined,
      }}
      page={page}
      onPage={setPage}
      idOf={({ platform_waba_id: id }) => id}
      empty={null}
      columns={accountColumns(texts, formats, { lines, onOpen })}
    />
  );
};
