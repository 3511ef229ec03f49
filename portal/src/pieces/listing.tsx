import Cards from '@cloudscape-design/components/cards';
import Pagination from '@cloudscape-design/components/pagination';
import Table from '@cloudscape-design/components/table';
import { lazy, Suspense, useEffect, type ReactElement, type ReactNode } from 'react';
import type { Role } from '../api/member.ts';
import { useSpoken, useTexts } from '../texts/texts.ts';
import { CardFacts } from './card-facts.tsx';
import { useColumnChoice, type ChosenColumn } from './column-choice.ts';
import type { Column, Columns } from './column.ts';
import { Failure } from './failure.tsx';
import { useChoiceLabels, useRowChoice, type RowChoice } from './row-choice.ts';
import { ordered, orderOf, writtenOrder, type Order } from './list-order.ts';
import { useParameter } from './use-parameter.ts';
import { useMedium, useNarrow } from './window-width.ts';

// What is done with a list is loaded when the list is there.
const ListTools = lazy(() => import('./list-tools.tsx'));

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
  readonly columns: Columns<Item>;
  readonly idOf: (item: Item) => string;
  readonly query: ListSource<Item>;
  /** Whether something else that the rows show is still being read. */
  readonly isPending?: boolean;
  readonly page: number;
  /** @param isStep whether the reader turned the page: the way back then leads to the page before */
  readonly onPage: (page: number, isStep?: boolean) => void;
  readonly empty: ReactNode;
  readonly filter?: ReactNode;
  readonly roles?: readonly Role[];
  /** What the address calls the order of the rows, of several lists on a page. Null: the order means something. */
  readonly sort?: string;
  /** What is done with the rows that are chosen. Without it, none can be. */
  readonly bulk?: (chosen: readonly Item[]) => ReactNode;
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

interface ReadFailureProps extends Pick<ListingProps<unknown>, 'query' | 'roles'> {
  readonly error: Error;
  /** When the rows that are still shown were read. */
  readonly shownSince?: number | undefined;
}

const ReadFailure = ({ error, shownSince, query, roles }: ReadFailureProps): ReactElement => (
  <Failure
    error={error}
    retry={() => {
      query.refetch();
    }}
    shownSince={shownSince}
    {...(roles === undefined ? {} : { roles })}
  />
);

/** The choice of a page, if there are several. */
const pageChoice = (
  pages: number,
  { query, page, onPage }: Pick<ListingProps<unknown>, 'query' | 'page' | 'onPage'>,
): ReactElement | undefined =>
  pages > 1 ? (
    <Pagination
      currentPageIndex={page}
      pagesCount={pages}
      disabled={query.isPlaceholderData}
      onChange={({ detail }) => {
        onPage(detail.currentPageIndex, true);
      }}
    />
  ) : undefined;

type ListOrder = readonly [Order, (order: Order) => void];

/** The order of the rows, which the address has. */
const useOrder = (name: string): ListOrder => {
  const [given, put] = useParameter(name, '');
  return [
    orderOf(given ?? ''),
    (order) => {
      put(writtenOrder(order));
    },
  ];
};

/** What a table and cards have in common. */
interface ListParts<Item> {
  readonly items: readonly Item[];
  readonly loading: boolean;
  readonly pagination: ReactElement | undefined;
  readonly preferences: ReactElement | undefined;
  readonly shown: readonly ChosenColumn[];
  readonly order: ListOrder;
  /** What is chosen; without it, nothing can be. */
  readonly choice: RowChoice<Item> | undefined;
}

interface ListProps<Item> extends ListingProps<Item> {
  readonly list: ListParts<Item>;
}

const ListCards = <Item,>({ header, name, columns, idOf, empty, filter, list }: ListProps<Item>): ReactElement => {
  const { words } = useTexts();
  const labels = useChoiceLabels(name, columns);
  const { shown, order: _, choice = {}, ...parts } = list;
  const [first] = columns;
  const others = shown.flatMap(({ id, visible }) =>
    visible && id !== first.id ? columns.filter((column) => column.id === id) : [],
  );
  return (
    <Cards
      {...parts}
      header={header}
      empty={empty}
      filter={filter}
      trackBy={idOf}
      loadingText={words.loading}
      {...choice}
      ariaLabels={{ ...labels, cardsLabel: name }}
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
  );
};

const ListTable = <Item,>({ header, name, columns, idOf, empty, filter, list }: ListProps<Item>): ReactElement => {
  const { words } = useTexts();
  const labels = useChoiceLabels(name, columns);
  const { shown, pagination, order, choice = {}, ...parts } = list;
  const [{ id: sorted, descending }, sortBy] = order;
  return (
    <Table
      {...parts}
      header={header}
      empty={empty}
      filter={filter}
      trackBy={idOf}
      loadingText={words.loading}
      pagination={<div className="list-pages">{pagination}</div>}
      variant="container"
      wrapLines
      stickyColumns={{ first: 1 }}
      columnDisplay={shown}
      {...choice}
      sortingColumn={{ sortingField: sorted }}
      sortingDescending={descending}
      onSortingChange={({ detail: { sortingColumn, isDescending = false } }) => {
        sortBy({ id: sortingColumn.sortingField ?? '', descending: isDescending });
      }}
      ariaLabels={{ ...labels, tableLabel: name }}
      columnDefinitions={columns.map(({ id, header: title, cell, below, minWidth, value }) => ({
        id,
        header: title,
        ...(value === undefined ? {} : { sortingField: id }),
        cell: (item: Item) => (
          <>
            {cell(item) ?? words.none}
            {below !== undefined && <div>{below(item)}</div>}
          </>
        ),
        isRowHeader: id === columns[0].id,
        ...(minWidth === undefined ? {} : { minWidth }),
      }))}
    />
  );
};

interface ToolsProps<Item>
  extends Pick<ListingProps<Item>, 'name' | 'columns'>, Pick<ListParts<Item>, 'items' | 'shown'> {
  readonly choose: (chosen: readonly ChosenColumn[]) => void;
}

const Tools = <Item,>({ name, columns, items, shown, choose }: ToolsProps<Item>): ReactElement => {
  const { language } = useSpoken();
  const save = (): void => {
    void Promise.all([import('./list-file.ts'), import('./download.ts')]).then(([{ listFile }, { download }]) => {
      download(`${name}.csv`, listFile(columns, shown, items, language));
    });
  };
  const hasFile = items.length > 0 && columns.some(({ value }) => value !== undefined);
  return (
    <ListTools
      name={name}
      columns={columns}
      shown={shown}
      onChange={columns.length > fewColumns ? choose : null}
      onDownload={hasFile ? save : null}
    />
  );
};

interface BesideProps {
  readonly filter: ReactNode;
  /** Whether the rows of a page alone are ordered. */
  readonly isOrdered: boolean;
  /** What is done with the rows that are chosen. */
  readonly children: ReactNode;
}

/** What stands above the rows. */
const Beside = ({ filter, isOrdered, children }: BesideProps): ReactElement => {
  const { words } = useTexts();
  return (
    <>
      {filter}
      {isOrdered && <div className="list-note">{words.orderedPage}</div>}
      {children !== undefined && <div className="list-bulk">{children}</div>}
    </>
  );
};

/** A list: a table, or cards on a phone. Old rows stay while another page is read. */
export const Listing = <Item,>(props: ListingProps<Item>): ReactElement => {
  const { header, name, columns, query, isPending = false, page, onPage, filter, sort = 'sort', bulk } = props;
  const order = useOrder(sort);
  const narrow = useNarrow();
  const [shown, choose] = useShownColumns(columns, narrow);
  const data = isPending ? undefined : query.data;
  const items = ordered(data?.items ?? [], columns, order[0]);
  const choice = useRowChoice(items, props.idOf);
  // The list may have become shorter than the page that is shown.
  const last = data === undefined || query.isPlaceholderData ? null : Math.max(1, data.pages);
  useEffect(() => {
    if (last !== null && page > last) onPage(last);
  }, [last, page, onPage]);
  if (data === undefined && query.error !== null) {
    return (
      <>
        {header}
        {filter}
        <ReadFailure {...props} error={query.error} />
      </>
    );
  }
  const isOrdered = items !== data?.items && (data?.pages ?? 0) > 1;
  const beside = <Beside {...{ filter, isOrdered }}>{bulk?.(choice.selectedItems)}</Beside>;
  const list: ListParts<Item> = {
    items,
    loading: data === undefined,
    pagination: data === undefined ? undefined : pageChoice(data.pages, props),
    preferences: (
      <Suspense fallback={<span className="preferences-place" />}>
        <Tools name={name} columns={columns} items={items} shown={shown} choose={choose} />
      </Suspense>
    ),
    order,
    choice: bulk === undefined ? undefined : choice,
    shown,
  };
  return (
    <div className={`${narrow ? '' : 'awsui-compact-mode'} ${data === undefined ? 'pending' : ''}`}>
      {query.error !== null && <ReadFailure {...props} error={query.error} shownSince={query.dataUpdatedAt} />}
      {narrow ? (
        <ListCards {...props} filter={beside} list={list} />
      ) : (
        <ListTable {...props} filter={beside} list={list} />
      )}
    </div>
  );
};
