import Header from '@cloudscape-design/components/header';
import type { ReactElement } from 'react';
import type { DeliveryEvent } from '../../../../packages/client/src/schemas.ts';
import type { LineRow } from '../../api/lines.ts';
import { useRead } from '../../api/use-read.ts';
import type { Columns } from '../../pieces/column.ts';
import { Empty } from '../../pieces/empty.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { EventError } from '../delivery/event-error.tsx';
import { deliveryPath, selectorsOf, type Scope } from '../delivery/scope.ts';
import { sinceHours } from '../hours.ts';
import { MessageCell } from '../message/message-cell.tsx';

/** So many are shown here; the page of delivery has all. */
const shown = 5;

interface LastFailuresProps {
  readonly scope: Scope;
  readonly lines: readonly LineRow[];
}

const failureColumns = ({ delivery }: Texts, nameOf: (lineId: string) => string): Columns<DeliveryEvent> => [
  {
    id: 'when',
    header: delivery.at,
    cell: ({ occurred_at: at }) => <Moment at={at} />,
    below: ({ instance_id: id }) => (
      <PageLink to={`/lines/${id}`}>
        <span className="unbroken">{nameOf(id)}</span>
      </PageLink>
    ),
    minWidth: 150,
  },
  {
    id: 'error',
    header: delivery.error,
    cell: ({ error }) => (error === null ? null : <EventError error={error} />),
    minWidth: 240,
    wide: true,
  },
  {
    id: 'message',
    header: delivery.message,
    cell: (report) => <MessageCell report={report} />,
    minWidth: 140,
    wide: true,
  },
];

/** The newest messages of a customer that failed. */
export const LastFailures = ({ scope, lines }: LastFailuresProps): ReactElement => {
  const texts = useTexts();
  const { customers, delivery } = texts;
  const query = useRead(
    'search-partner-delivery-events',
    { page: 1, page_size: shown, date_from: sinceHours(Number(scope.window)), ...selectorsOf(scope), status: 'failed' },
    { keep: true },
  );
  const nameOf = (id: string): string => {
    const line = lines.find((one) => one.id === id);
    return line?.phone ?? line?.key ?? id;
  };
  return (
    <Listing<DeliveryEvent>
      name={customers.lastFailures}
      header={
        <Header
          variant="h2"
          actions={
            <PageLink to={deliveryPath('events', scope, { status: 'failed' })}>{customers.allFailures}</PageLink>
          }
        >
          {customers.lastFailures}
        </Header>
      }
      query={{ ...query, data: query.data && { ...query.data, pages: 1 } }}
      page={1}
      onPage={() => undefined}
      idOf={({ id }) => id}
      empty={<Empty title={delivery.errorsNone} why="" />}
      columns={failureColumns(texts, nameOf)}
    />
  );
};
