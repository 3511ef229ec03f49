import Cards from '@cloudscape-design/components/cards';
import Pagination from '@cloudscape-design/components/pagination';
import Table from '@cloudscape-design/components/table';
import { lazy, Suspense, useEffect, type ReactElement, type ReactNode } from 'react';
import type { Role } from '../api/member.ts';
import { useTexts } from '../texts/texts.ts';
import { CardFacts } from './card-facts.tsx';
import { useColumnChoice, type ChosenColumn } from './column-choice.ts';
import type { Column } from './column.ts';
import { Failure } from './failure.tsx';
import { useMedium, useNarrow } from './window-width.ts';

// The dialog of the columns is loaded when the list is there.
const ColumnPreferences = lazy(() => import('./column-preferences.tsx'));

/** As many columns are always shown. */
const fewColumns = 3;

/** A page of a list, as every list of the service answers. */
interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly pages: number;
}

/** Where a list comes from: a query, or a part of one. */
export interface ListSource<Item> {
  readonly data: ListPage<Item> | undefined;
  readonly error: Error | null;
  /** Whether `data` is that of the page before. */
  readonly isPlaceholderData: boolean;
  /** When `data` was read, in milliseconds. */
  readonly dataUpdatedAt?: number;
  readonly refetch: () => unknown;
}

interface ListingProps<Item> {
  /** The heading, with its actions. */
  readonly header: ReactElement;
  /** What the list is called, for screen readers. */
  readonly name: string;
  /** The first one is the name of the row, or the title of the card. */
  readonly columns: readonly [Column<Item>, ...Column<Item>[]];
  readonly idOf: (item: Item) => string;
  readonly query: ListSource<Item>;
  /** Whether something else that the rows show is still being read. */
  readonly isPending?: boolean;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly empty: ReactNode;
  readonly filter?: ReactNode;
  readonly roles?: readonly Role[];
}

/** The columns as they are shown: as the reader chose, or all that there is room for. */
const useShownColumns = (
  columns: readonly Column<never>[],
  narrow: boolean,
): readonly [readonly ChosenColumn[], (chosen: readonly ChosenColumn[]) => void] => {
  const medium = useMedium() && !narrow;
  const [chosen, choose] = useColumnChoice(columns.map(({ id }) => id));
  const usual = columns.map(({ id, lesser = false }) => ({ id, visible: !(lesser && medium) }));
  return [chosen ?? usual, choose];
};

/** A list: a table, or cards on a phone. Old rows stay while another page is read. */
export const Listing = <Item,>(props: ListingProps<Item>): ReactElement => {
  const { header, name, columns, idOf, query, isPending = false, page, onPage, empty, filter, roles } = props;
  const { words } = useTexts();
  const narrow = useNarrow();
  const [shown, choose] = useShownColumns(columns, narrow);
  const { error } = query;
  const data = isPending ? undefined : query.data;
  // The list may have become shorter than the page that is shown.
  const last = data === undefined || query.isPlaceholderData ? null : Math.max(1, data.pages);
  useEffect(() => {
    if (last !== null && page > last) onPage(last);
  }, [last, page, onPage]);
  if (data === undefined && error !== null) {
    return (
      <>
        {header}
        {filter}
        <Failure
          error={error}
          retry={() => {
            query.refetch();
          }}
          {...(roles === undefined ? {} : { roles })}
        />
      </>
    );
  }
  const pagination =
    data !== undefined && data.pages > 1 ? (
      <Pagination
        currentPageIndex={page}
        pagesCount={data.pages}
        disabled={query.isPlaceholderData}
        onChange={({ detail }) => {
          onPage(detail.currentPageIndex);
        }}
      />
    ) : undefined;
  const shared = {
    header,
    items: data?.items ?? [],
    loading: data === undefined,
    loadingText: words.loading,
    empty,
    filter,
    pagination,
    trackBy: idOf,
    preferences:
      columns.length > fewColumns ? (
        <Suspense fallback={<span className="preferences-place" />}>
          <ColumnPreferences columns={columns} shown={shown} onChange={choose} />
        </Suspense>
      ) : undefined,
  };
  const [first] = columns;
  const others = shown.flatMap(({ id, visible }) =>
    visible && id !== first.id ? columns.filter((column) => column.id === id) : [],
  );
  const list = narrow ? (
    <Cards
      {...shared}
      ariaLabels={{ itemSelectionLabel: () => '', selectionGroupLabel: name, cardsLabel: name }}
      cardDefinition={{
        header: first.cell,
        sections: [
          {
            id: 'facts',
            content: (item) => (
              <>
                {first.below !== undefined && <div className="card-below">{first.below(item)}</div>}
                <CardFacts item={item} columns={others} />
              </>
            ),
          },
        ],
      }}
    />
  ) : (
    <Table
      {...shared}
      pagination={<div className="list-pages">{pagination}</div>}
      variant="container"
      wrapLines
      stickyColumns={{ first: 1 }}
      columnDisplay={shown}
      ariaLabels={{ tableLabel: name }}
      columnDefinitions={columns.map(({ id, header: title, cell, below, minWidth }) => ({
        id,
        header: title,
        cell: (item: Item) => (
          <>
            {cell(item) ?? words.none}
            {below !== undefined && <div>{below(item)}</div>}
          </>
        ),
        isRowHeader: id === first.id,
        ...(minWidth === undefined ? {} : { minWidth }),
      }))}
    />
  );
  const stale =
    error === null ? null : (
      <Failure
        error={error}
        retry={() => {
          query.refetch();
        }}
        shownSince={query.dataUpdatedAt}
        {...(roles === undefined ? {} : { roles })}
      />
    );
  return (
    <div className={data === undefined ? 'pending' : ''}>
      {stale}
      {list}
    </div>
  );
};
