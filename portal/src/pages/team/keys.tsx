import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { useState, type ReactElement } from 'react';
import type { Key } from '../../../../packages/client/src/schemas.ts';
import { useRead } from '../../api/use-read.ts';
import type { Column, Columns } from '../../pieces/column.ts';
import { Empty } from '../../pieces/empty.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { useFormats, type Formats } from '../../pieces/use-formats.ts';
import { usePage } from '../../pieces/use-page.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { IssueKeyDialog } from './issue-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

const signs: Readonly<Record<Key['status'], StatusIndicatorProps.Type>> = {
  active: 'success',
  expired: 'stopped',
  revoked: 'stopped',
};

/** A partner has so many active keys at most. */
const mostActive = 10;

type Opened = { readonly is: 'issue' } | { readonly is: 'revoke'; readonly key: Key };

/** As long before its end a key is to be replaced. The service notifies from then on. */
const warnedBefore = 14 * 86_400_000;

/** Whether a key works, and how long it still does when that is not long. */
const KeyStatus = ({ status, expires_at: at }: Pick<Key, 'status' | 'expires_at'>): ReactElement => {
  const { team } = useTexts();
  const { timeLeft } = useFormats();
  const left = at === null ? Infinity : Date.parse(at) - Date.now();
  return status === 'active' && left > 0 && left <= warnedBefore ? (
    <StatusIndicator type="warning">{team.endsIn(timeLeft(left))}</StatusIndicator>
  ) : (
    <StatusIndicator type={signs[status]}>{team.keyStatus[status]}</StatusIndicator>
  );
};

const revokeColumn = ({ team, words }: Texts, revoke: (key: Key) => void): Column<Key> => ({
  id: 'actions',
  header: words.actions,
  cell: (key) =>
    key.status === 'active' ? (
      <Button
        variant="inline-link"
        ariaLabel={team.revokeOf(key.id)}
        onClick={() => {
          revoke(key);
        }}
      >
        {team.revoke}
      </Button>
    ) : null,
});

const keyColumns = (
  { team, words }: Texts,
  utcDate: Formats['utcDate'],
  issuerOf: (issuer: string | null) => string,
): Columns<Key> => [
  {
    id: 'key',
    header: team.key,
    cell: ({ id }) => <code className="unbroken">{id}</code>,
    below: ({ label }) => label !== null && <span className="clamped">{label}</span>,
    value: ({ id }) => id,
    more: [{ header: team.label, value: ({ label }) => label }],
    minWidth: 150,
  },
  {
    id: 'status',
    header: words.status,
    cell: (key) => <KeyStatus {...key} />,
    value: ({ status }) => team.keyStatus[status],
    minWidth: 120,
  },
  {
    id: 'scopes',
    header: team.scopes,
    cell: ({ scopes }) => <span className="breakable">{scopes.join(', ')}</span>,
    value: ({ scopes }) => scopes.join(', '),
    minWidth: 180,
    wide: true,
  },
  {
    id: 'issuer',
    header: team.issuedBy,
    cell: ({ issued_by: issuer }) => <span className="breakable">{issuerOf(issuer)}</span>,
    value: ({ issued_by: issuer }) => issuerOf(issuer),
    minWidth: 160,
    lesser: true,
  },
  {
    id: 'used',
    header: team.lastUsed,
    cell: ({ last_used_day: day }) => (day === null ? team.neverUsed : utcDate(day)),
    value: ({ last_used_day: day }) => day,
    minWidth: 120,
    lesser: true,
  },
  {
    id: 'expires',
    header: team.expires,
    cell: ({ expires_at: at }) => (at === null ? team.never : <Moment at={at} />),
    value: ({ expires_at: at }) => at,
  },
];

/** The address of a present member who issued a key. */
const useIssuers = (): ((issuer: string | null) => string) => {
  const { team, words } = useTexts();
  const members = useRead('list-partner-members', { page: 1, page_size: 200 }, { keep: true }).data?.items;
  return (issuer) => {
    if (issuer === null) return words.none;
    if (issuer === 'operator') return team.operator;
    if (members === undefined) return words.loading;
    return members.find(({ id }) => id === issuer)?.email ?? team.formerMember;
  };
};

export const Keys = (): ReactElement => {
  const texts = useTexts();
  const { team } = texts;
  const { utcDate } = useFormats();
  const [page, setPage] = usePage('keys');
  const [opened, setOpened] = useState<Opened | null>(null);
  const query = useRead('list-partner-api-keys', { page, page_size: 25 }, { keep: true });
  const issuerOf = useIssuers();
  const close = (): void => {
    setOpened(null);
  };
  const isFull = (query.data?.items ?? []).filter(({ status }) => status === 'active').length >= mostActive;
  const issue = (
    <Button
      disabled={isFull}
      disabledReason={team.keysFull}
      onClick={() => {
        setOpened({ is: 'issue' });
      }}
    >
      {team.issue}
    </Button>
  );
  return (
    <>
      <Listing<Key>
        name={team.keys}
        sort="keys_sort"
        header={
          <Header variant="h2" actions={issue}>
            {team.keys}
          </Header>
        }
        query={query}
        page={page}
        onPage={setPage}
        idOf={({ id }) => id}
        roles={['owner', 'admin']}
        empty={<Empty title={team.keysEmpty} why={team.keysEmptyWhy} action={issue} />}
        columns={[
          ...keyColumns(texts, utcDate, issuerOf),
          revokeColumn(texts, (key) => {
            setOpened({ is: 'revoke', key });
          }),
        ]}
      />
      {opened?.is === 'issue' && <IssueKeyDialog close={close} />}
      {opened?.is === 'revoke' && <RevokeKeyDialog apiKey={opened.key} close={close} />}
    </>
  );
};
