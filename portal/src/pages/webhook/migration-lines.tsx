import Header from '@cloudscape-design/components/header';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { GetPartnerWebhookMigrationResponse, WebhookMigration } from '../../../../packages/client/src/schemas.ts';
import { useLineNames, type LineName } from '../../api/line-names.ts';
import type { Columns } from '../../pieces/column.ts';
import { Empty } from '../../pieces/empty.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { NamedLine } from '../../pieces/named-line.tsx';
import { Parts } from '../../pieces/parts.tsx';
import { platformFailure } from '../../pieces/platform-failure.ts';
import { useFormats, type Formats } from '../../pieces/use-formats.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';

type Item = WebhookMigration['items'][number];

const signs: Readonly<Record<Item['status'], StatusIndicatorProps.Type>> = {
  pending: 'pending',
  done: 'success',
  failed: 'error',
  superseded: 'stopped',
};

const pageSize = 50;

interface MigrationLinesProps {
  readonly query: UseQueryResult<GetPartnerWebhookMigrationResponse>;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

const lineColumns = (texts: Texts, number: Formats['number'], names: ReadonlyMap<string, LineName>): Columns<Item> => {
  const { webhook, words } = texts;
  return [
    {
      id: 'line',
      header: webhook.line,
      cell: ({ instance_id: id }) => <NamedLine id={id} line={names.get(id)} />,
      minWidth: 150,
    },
    {
      id: 'status',
      header: words.status,
      cell: ({ status }) => <StatusIndicator type={signs[status]}>{webhook.itemStatus[status]}</StatusIndicator>,
      minWidth: 140,
    },
    {
      id: 'error',
      header: webhook.error,
      cell: ({ error_code: code }) => (code === null ? null : platformFailure(texts, code)),
      minWidth: 200,
    },
    { id: 'attempts', header: webhook.attempts, cell: ({ attempts }) => number(attempts), lesser: true },
  ];
};

/** What became of each line's callback: a picture of all of them, and a list. */
export const MigrationLines = ({ query, page, onPage }: MigrationLinesProps): ReactElement => {
  const texts = useTexts();
  const { webhook, words } = texts;
  const { number } = useFormats();
  const migration = query.data?.migration;
  const items = migration?.items ?? [];
  const { names, isLoading } = useLineNames(items.map(({ instance_id: id }) => id));
  const { total, done, failed } = migration ?? { total: 0, done: 0, failed: 0 };
  const listed = { items, total, pages: Math.ceil(total / pageSize) };
  return (
    <Listing<Item>
      name={webhook.byLine}
      header={
        <>
          <Header variant="h2" counter={`(${number(total)})`}>
            {webhook.byLine}
          </Header>
          <Parts
            parts={[
              { id: 'good', name: webhook.itemStatus.done, count: done },
              { id: 'bad', name: webhook.itemStatus.failed, count: failed },
              { id: 'waiting', name: webhook.itemStatus.pending, count: Math.max(0, total - done - failed) },
            ]}
          />
        </>
      }
      query={{
        data: query.data === undefined ? undefined : listed,
        error: query.error,
        isPlaceholderData: query.isPlaceholderData,
        refetch: query.refetch,
      }}
      isPending={isLoading}
      page={page}
      onPage={onPage}
      idOf={({ instance_id: id }) => id}
      empty={<Empty title={words.noMatches} why={webhook.migrationNoneWhy} />}
      columns={lineColumns(texts, number, names)}
    />
  );
};
