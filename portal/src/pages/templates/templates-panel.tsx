import Link from '@cloudscape-design/components/link';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Template } from '../../../../packages/client/src/schemas.ts';
import type { Columns } from '../../pieces/column.ts';
import { Copyable } from '../../pieces/copyable.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { ends } from '../../pieces/ends.ts';
import { ListHeader } from '../../pieces/list-header.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { Quality } from '../../pieces/status.tsx';
import { usePage } from '../../pieces/use-page.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { TemplateDialog } from './template-dialog.tsx';
import { TemplateFilters } from './template-filters.tsx';
import { troubledFirst } from './template-order.ts';
import { TemplateStatus } from './template-status.tsx';
import { useTemplateFilter } from './use-template-filter.ts';

const pageSize = 25;
/** As much of a name is shown in the list. */
const nameLength = 30;

interface TemplatesPanelProps {
  readonly query: UseQueryResult<readonly Template[]>;
}

const templateColumns = ({ platform, templates }: Texts, open: (template: Template) => void): Columns<Template> => [
  {
    id: 'name',
    header: templates.name,
    cell: (template) => (
      <>
        <Link
          onFollow={() => {
            open(template);
          }}
        >
          <span className="breakable" title={template.name}>
            {ends(template.name, nameLength)}
          </span>
        </Link>{' '}
        {template.name.length > nameLength && (
          <Copyable text={template.name} name={ends(template.name)} shown="nothing" />
        )}
      </>
    ),
    value: ({ name }) => name,
    minWidth: 200,
  },
  {
    id: 'status',
    header: templates.status,
    cell: (template) => <TemplateStatus status={template.status} />,
    value: ({ status }) => (status === null ? null : (templates.statuses[status] ?? status)),
    minWidth: 140,
  },
  {
    id: 'language',
    header: templates.language,
    cell: (template) => template.language,
    value: ({ language }) => language,
  },
  {
    id: 'category',
    header: templates.category,
    cell: ({ category }) => (category === null ? null : (platform.category[category] ?? category)),
    value: ({ category }) => category,
  },
  {
    id: 'quality',
    header: templates.quality,
    cell: ({ quality_score: score }) => (score === null ? null : <Quality rating={score} />),
    value: ({ quality_score: score }) => score,
    lesser: true,
  },
  {
    id: 'synced',
    header: templates.synced,
    cell: ({ last_synced_at: at }) => <Moment at={at} />,
    value: ({ last_synced_at: at }) => at,
    lesser: true,
  },
];

/** The templates of an account, those first that cannot be sent. */
export const TemplatesPanel = ({ query }: TemplatesPanelProps): ReactElement => {
  const texts = useTexts();
  const { templates, words } = texts;
  const filter = useTemplateFilter();
  const [page, setPage] = usePage();
  const [opened, setOpened] = useState<Template | null>(null);
  const all = query.data ?? [];
  const found = troubledFirst(all.filter(filter.takes));
  const items = found.slice((page - 1) * pageSize, page * pageSize);
  return (
    <>
      <Listing<Template>
        name={templates.title}
        header={
          <ListHeader
            title={templates.title}
            query={{ data: query.data && { items, total: found.length, pages: 1 } }}
          />
        }
        filter={
          <TemplateFilters
            filter={filter}
            languages={all.map(({ language }) => language)}
            onChange={() => {
              setPage(1);
            }}
          />
        }
        query={{
          data: query.data && { items, total: found.length, pages: Math.ceil(found.length / pageSize) },
          error: query.error,
          isPlaceholderData: query.isPlaceholderData,
          refetch: query.refetch,
        }}
        page={page}
        onPage={setPage}
        idOf={({ template_id: id }) => id}
        empty={
          all.length > 0 ? (
            <Empty title={words.noMatches} why={words.noMatchesWhy} />
          ) : (
            <Empty title={templates.empty} why={templates.emptyWhy} />
          )
        }
        columns={templateColumns(texts, setOpened)}
      />
      {opened !== null && (
        <TemplateDialog
          template={opened}
          close={() => {
            setOpened(null);
          }}
        />
      )}
    </>
  );
};
