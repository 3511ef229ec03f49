import Box from '@cloudscape-design/components/box';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { TemplateName } from '../../../../packages/client/src/schemas.ts';
import type { TemplateNames } from '../../api/template-names.ts';
import type { Columns } from '../../pieces/column.ts';
import { Empty } from '../../pieces/empty.tsx';
import { ends } from '../../pieces/ends.ts';
import { ListHeader } from '../../pieces/list-header.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { usePage } from '../../pieces/use-page.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { StatusShare } from './status-share.tsx';
import { TemplateFilters } from './template-filters.tsx';
import { languagesOf, templateNamePath, worstFirst, worstOf } from './template-name.ts';
import { useTemplateFilter } from './use-template-filter.ts';
import { whyUnusable } from './why-unusable.ts';

const pageSize = 25;
/** As much of a name is shown in the list. */
const nameLength = 40;
/** As many statuses of a name are shown in the list. */
const mostStatuses = 2;

/** In how many accounts a name has each status, and why it cannot be sent in most of them. */
const Statuses = ({ found }: { readonly found: TemplateName }): ReactElement => {
  const texts = useTexts();
  const worst = worstOf(found);
  return (
    <>
      {worstFirst(found.statuses)
        .slice(0, mostStatuses)
        .map(({ status, accounts }) => (
          <div key={status}>
            <StatusShare status={status} accounts={accounts} of={found.accounts} />
          </div>
        ))}
      {worst !== null && <Box variant="small">{whyUnusable(texts, worst)}</Box>}
    </>
  );
};

const nameColumns = (texts: Texts): Columns<TemplateName> => {
  const { platform, templates } = texts;
  return [
    {
      id: 'name',
      header: templates.name,
      cell: ({ name }) => (
        <PageLink to={templateNamePath(name)}>
          <span className="breakable" title={name}>
            {ends(name, nameLength)}
          </span>
        </PageLink>
      ),
      value: ({ name }) => name,
      minWidth: 200,
    },
    {
      id: 'status',
      header: templates.status,
      cell: (found) => <Statuses found={found} />,
      value: ({ statuses }) =>
        worstFirst(statuses)
          .flatMap(({ status }) => (status === null ? [] : [templates.statuses[status] ?? status]))
          .join(', '),
      minWidth: 280,
      wide: true,
    },
    {
      id: 'languages',
      header: templates.languages,
      cell: (found) => languagesOf(found).join(', '),
      value: (found) => languagesOf(found).join(', '),
    },
    {
      id: 'category',
      header: templates.category,
      cell: ({ variants: [first] }) =>
        first?.category === null || first === undefined ? null : (platform.category[first.category] ?? first.category),
      value: ({ variants: [first] }) => first?.category ?? null,
      lesser: true,
    },
  ];
};

/** The templates of all accounts by their names, those first that cannot be sent. */
export const NamesPanel = ({ query }: { readonly query: UseQueryResult<TemplateNames> }): ReactElement => {
  const texts = useTexts();
  const { templates, words } = texts;
  const filter = useTemplateFilter();
  const [page, setPage] = usePage();
  const all = query.data?.names ?? [];
  const found = all
    .filter(({ name, variants }) => variants.some((variant) => filter.takes({ name, ...variant })))
    .toSorted((one, other) => other.troubled - one.troubled || one.name.localeCompare(other.name));
  const items = found.slice((page - 1) * pageSize, page * pageSize);
  const data = query.data && { items, total: found.length, pages: Math.ceil(found.length / pageSize) };
  return (
    <Listing<TemplateName>
      name={templates.title}
      header={<ListHeader title={templates.title} query={{ data }} />}
      filter={
        <TemplateFilters
          filter={filter}
          languages={all.flatMap(languagesOf)}
          onChange={() => {
            setPage(1);
          }}
        />
      }
      query={{ ...query, data, error: query.error ?? query.data?.unread ?? null }}
      page={page}
      onPage={setPage}
      idOf={({ name }) => name}
      empty={
        all.length > 0 ? (
          <Empty title={words.noMatches} why={words.noMatchesWhy} />
        ) : (
          <Empty title={templates.noneYet} why={templates.emptyWhy} />
        )
      }
      columns={nameColumns(texts)}
    />
  );
};
