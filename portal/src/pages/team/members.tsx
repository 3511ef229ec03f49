import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState, type ReactElement } from 'react';
import type { Member } from '../../../../packages/client/src/schemas.ts';
import { useMay, useMember } from '../../api/member.ts';
import { useRead } from '../../api/use-read.ts';
import { Empty } from '../../pieces/empty.tsx';
import { ListHeader } from '../../pieces/list-header.tsx';
import type { Column, Columns } from '../../pieces/column.ts';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { isolated } from '../../pieces/isolated.ts';
import { usePage } from '../../pieces/use-page.ts';

type Opened = { readonly is: 'invite' | 'leave' } | { readonly is: 'role' | 'remove'; readonly member: Member };

const memberColumns = ({ team, words }: Texts, own: Pick<Member, 'id'>): Columns<Member> => [
  {
    id: 'email',
    header: team.email,
    cell: ({ id, email }) => (
      <span className="breakable">{id === own.id ? `${isolated(email)} (${team.you})` : email}</span>
    ),
    value: ({ email }) => email,
    minWidth: 220,
  },
  { id: 'role', header: team.role, cell: ({ role }) => words.roles[role], value: ({ role }) => words.roles[role] },
  {
    id: 'status',
    header: words.status,
    cell: ({ status }) => (
      <StatusIndicator type={status === 'active' ? 'success' : 'pending'}>{team.memberStatus[status]}</StatusIndicator>
    ),
    value: ({ status }) => team.memberStatus[status],
    minWidth: 120,
  },
  {
    id: 'since',
    header: team.since,
    cell: ({ created_at: at }) => <Moment at={at} />,
    value: ({ created_at: at }) => at,
    lesser: true,
  },
];

const actionsColumn = (
  { team, words }: Texts,
  own: Pick<Member, 'role'>,
  isOnlyOwner: boolean,
  open: (opened: Opened) => void,
): Column<Member> => {
  // Only owners change owners, and the last one stays.
  const mayChange = ({ role }: Member): boolean => role !== 'owner' || (own.role === 'owner' && !isOnlyOwner);
  return {
    id: 'actions',
    header: words.actions,
    cell: (member) =>
      mayChange(member) ? (
        <SpaceBetween direction="horizontal" size="s">
          <Button
            variant="inline-link"
            ariaLabel={team.changeRoleOf(member.email)}
            onClick={() => {
              open({ is: 'role', member });
            }}
          >
            {team.changeRole}
          </Button>
          <Button
            variant="inline-icon"
            iconName="remove"
            ariaLabel={team.removeOf(member.email)}
            onClick={() => {
              open({ is: 'remove', member });
            }}
          />
        </SpaceBetween>
      ) : null,
    minWidth: 200,
    wide: true,
  };
};

const hasOneOwner = (listed: { readonly items: readonly Member[]; readonly pages: number } | undefined): boolean =>
  listed?.pages === 1 &&
  listed.items.filter(({ role, status }) => role === 'owner' && status === 'active').length === 1;

export const Members = (): ReactElement => {
  const texts = useTexts();
  const { team } = texts;
  const mayWrite = useMay('team.write');
  const { member: own } = useMember();
  const [page, setPage] = usePage('members');
  const [opened, setOpened] = useState<Opened | null>(null);
  const query = useRead('list-partner-members', { page, page_size: 25 }, { keep: true });
  const close = (): void => {
    setOpened(null);
  };
  return (
    <>
      <Listing<Member>
        name={team.members}
        sort="members_sort"
        header={
          <ListHeader
            title={team.members}
            query={query}
            actions={
              <SpaceBetween direction="horizontal" size="xs">
                <Button
                  onClick={() => {
                    setOpened({ is: 'leave' });
                  }}
                >
                  {team.leave}
                </Button>
                {mayWrite && (
                  <Button
                    variant="primary"
                    onClick={() => {
                      setOpened({ is: 'invite' });
                    }}
                  >
                    {team.invite}
                  </Button>
                )}
              </SpaceBetween>
            }
          />
        }
        query={query}
        page={page}
        onPage={setPage}
        idOf={({ id }) => id}
        empty={<Empty title={team.membersEmpty} why={team.membersEmptyWhy} />}
        columns={[
          ...memberColumns(texts, own),
          ...(mayWrite ? [actionsColumn(texts, own, hasOneOwner(query.data), setOpened)] : []),
        ]}
      />
      {opened?.is === 'invite' && <InviteDialog close={close} />}
      {opened?.is === 'leave' && <LeaveDialog close={close} />}
      {opened?.is === 'role' && <RoleDialog member={opened.member} close={close} />}
      {opened?.is === 'remove' && <RemoveMemberDialog member={opened.member} close={close} />}
    </>
  );
};
