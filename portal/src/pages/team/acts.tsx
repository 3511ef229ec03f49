import Header from '@cloudscape-design/components/header';
import type { ReactElement } from 'react';
import type { AuditEntry } from '../../../../packages/client/src/schemas.ts';
import { useKeyNames } from '../../api/key-names.ts';
import { useMemberNames } from '../../api/member-names.ts';
import { useRead } from '../../api/use-read.ts';
import { Doer } from '../../pieces/doer.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { usePage } from '../../pieces/use-page.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';

/** Whom or what an act was about: a member by the address, a key by its label, and the rest as it is. */
const Subject = ({ subject }: Pick<AuditEntry, 'subject'>): ReactElement => {
  const { team, words } = useTexts();
  const { dateTime } = useFormats();
  const [members, keys] = [useMemberNames(), useKeyNames()];
  const names: Readonly<Record<string, string>> = team.subjects;
  const roles: Readonly<Record<string, string>> = words.roles;
  const said = (field: string, value: string): string => {
    if (field.endsWith('role')) return roles[value] ?? value;
    if (value === 'never') return team.never;
    return field.endsWith('_at') ? dateTime(value) : (members.get(value) ?? keys.get(value) ?? value);
  };
  return (
    <>
      {Object.entries(subject).map(([field, value]) => (
        <div key={field} className="breakable">
          <strong>{names[field] ?? field}</strong>: <bdi>{said(field, value)}</bdi>
        </div>
      ))}
    </>
  );
};

/** What was done to the team, its keys, secrets, endpoint and connect page. */
export const Acts = (): ReactElement => {
  const { team } = useTexts();
  const [page, setPage] = usePage('acts');
  const [members, keys] = [useMemberNames(), useKeyNames()];
  const query = useRead('list-partner-audit-entries', { page, page_size: 25 }, { keep: true });
  return (
    <Listing<AuditEntry>
      name={team.acts}
      sort="acts_sort"
      header={
        <Header variant="h2" description={team.actsWhy}>
          {team.acts}
        </Header>
      }
      query={query}
      page={page}
      onPage={setPage}
      idOf={({ request_id: requestId, action }) => `${requestId} ${action}`}
      roles={['owner', 'admin']}
      empty={<Empty title={team.actsEmpty} why={team.actsEmptyWhy} />}
      columns={[
        {
          id: 'act',
          header: team.act,
          cell: ({ action }) => team.actNames[action],
          value: ({ action }) => team.actNames[action],
          minWidth: 160,
        },
        { id: 'at', header: team.actAt, cell: ({ at }) => <Moment at={at} />, value: ({ at }) => at, minWidth: 120 },
        {
          id: 'actor',
          header: team.actor,
          cell: (entry) => <Doer {...entry} />,
          value: ({ actor }) => members.get(actor.id) ?? keys.get(actor.id) ?? actor.id,
          minWidth: 180,
        },
        {
          id: 'subject',
          header: team.actDetails,
          cell: ({ subject }) => <Subject subject={subject} />,
          value: ({ subject }) =>
            Object.entries(subject)
              .map((fact) => fact.join(': '))
              .join(', '),
          wide: true,
        },
      ]}
    />
  );
};
