import Box from '@cloudscape-design/components/box';
import type { ReactElement } from 'react';
import type { DeliveryEvent } from '../../../../packages/client/src/schemas.ts';
import { useLineNames, type LineName } from '../../api/line-names.ts';
import { useRead } from '../../api/use-read.ts';
import type { Columns } from '../../pieces/column.ts';
import { Copyable } from '../../pieces/copyable.tsx';
import { DeliveryStatus } from '../../pieces/delivery-status.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { ends } from '../../pieces/ends.ts';
import { ListHeader } from '../../pieces/list-header.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { NamedLine } from '../../pieces/named-line.tsx';
import { SearchAndStatus } from '../../pieces/search-and-status.tsx';
import { useAddress } from '../../pieces/use-address.ts';
import { useKept } from '../../pieces/use-kept.ts';
import { usePage } from '../../pieces/use-page.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { MessageCell } from '../message/message-cell.tsx';
import { ErrorChoice } from './error-choice.tsx';
import { EventError } from './event-error.tsx';
import { selectorsOf, timesOf, type Scope } from './scope.ts';

const statuses = ['sent', 'delivered', 'read', 'failed', 'deleted'] as const;

const eventColumns = ({ delivery, words }: Texts, names: ReadonlyMap<string, LineName>): Columns<DeliveryEvent> => [
  {
    id: 'status',
    header: words.status,
    cell: ({ status }) => <DeliveryStatus status={status} />,
    below: ({ occurred_at: at }) => (
      <Box variant="small">
        <Moment at={at} />
      </Box>
    ),
    value: ({ status }) => delivery.event[status],
    more: [{ header: words.time, value: ({ occurred_at: at }) => at }],
    minWidth: 130,
  },
  {
    id: 'error',
    header: delivery.error,
    cell: ({ error }) => (error === null ? null : <EventError error={error} />),
    value: ({ error }) => (error === null ? null : [error.code, error.title].filter((part) => part !== null).join(' ')),
    minWidth: 130,
    wide: true,
  },
  {
    id: 'line',
    header: delivery.line,
    cell: ({ instance_id: id }) => <NamedLine id={id} line={names.get(id)} />,
    value: ({ instance_id: id }) => id,
    minWidth: 150,
  },
  {
    id: 'message',
    header: delivery.message,
    cell: (report) => <MessageCell report={report} />,
    value: ({ message_id: id }) => id,
    more: [{ header: delivery.clientMessage, value: ({ client_message_id: id }) => id }],
    minWidth: 140,
    wide: true,
  },
  {
    id: 'template',
    header: delivery.template,
    cell: ({ template_name: name }) =>
      name === null ? null : <Copyable text={name} name={`${delivery.template} ${ends(name)}`} />,
    value: ({ template_name: name }) => name,
    minWidth: 150,
    lesser: true,
    wide: true,
  },
];

/** The single events, newest first. */
export const EventsPanel = ({ scope }: { readonly scope: Scope }): ReactElement => {
  const texts = useTexts();
  const { delivery, words } = texts;
  const [page, setPage] = usePage();
  const [message, setMessage] = useKept('delivery.message');
  const [status, setStatus] = useAddress('status');
  const [errorCode, setErrorCode] = useAddress('error_code');
  const chosen = statuses.find((one) => one === status);
  const filtered = message !== '' || chosen !== undefined || errorCode !== '';
  const query = useRead(
    'search-partner-delivery-events',
    {
      page,
      page_size: 25,
      ...timesOf(scope),
      ...selectorsOf(scope),
      ...(chosen === undefined ? {} : { status: chosen }),
      ...(errorCode === '' ? {} : { error_code: errorCode }),
      ...(message === '' ? {} : { message_id: message }),
    },
    { keep: true },
  );
  const chooseError = (code: string): void => {
    setErrorCode(code);
    setPage(1);
  };
  const { names, isLoading } = useLineNames(query.data?.items.map(({ instance_id: id }) => id) ?? []);
  return (
    <Listing<DeliveryEvent>
      name={delivery.events}
      header={<ListHeader title={delivery.events} query={query} />}
      filter={
        <SearchAndStatus
          search={{ label: delivery.message, placeholder: delivery.messageHint, value: message }}
          onSearch={setMessage}
          status={{ label: words.status, value: status }}
          statuses={statuses}
          textOf={delivery.event}
          onStatus={setStatus}
          onPage={setPage}
          other={<ErrorChoice code={errorCode} onChange={chooseError} />}
        />
      }
      query={query}
      isPending={isLoading}
      page={page}
      onPage={setPage}
      idOf={({ id }) => id}
      empty={
        filtered ? (
          <Empty title={words.noMatches} why={words.noMatchesWhy} />
        ) : (
          <Empty title={delivery.eventsNone} why={delivery.eventsNoneWhy} />
        )
      }
      columns={eventColumns(texts, names)}
    />
  );
};
