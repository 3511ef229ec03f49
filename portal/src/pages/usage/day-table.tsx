import Header from '@cloudscape-design/components/header';
import type { ReactElement } from 'react';
import type { Usage } from '../../../../packages/client/src/schemas.ts';
import { Empty } from '../../pieces/empty.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { usePage } from '../../pieces/use-page.ts';
import { useNarrow } from '../../pieces/window-width.ts';
import { useTexts } from '../../texts/texts.ts';
import { figures } from './figures.ts';

type Day = Usage['items'][number];

/** A month in a table, a week in cards. */
const daysOnPage = { wide: 31, narrow: 7 };

/** Beside the day, the others fill a window of middle width. */
const lesserFigures: ReadonlySet<(typeof figures)[number]> = new Set(['slots_peak', 'calls']);

/** All figures of each day, the newest first. */
export const DayTable = ({ items }: Pick<Usage, 'items'>): ReactElement => {
  const { usage } = useTexts();
  const { number, utcDate } = useFormats();
  const [page, setPage] = usePage();
  const pageSize = useNarrow() ? daysOnPage.narrow : daysOnPage.wide;
  const days = items.toReversed();
  return (
    <Listing<Day>
      name={usage.byDay}
      header={
        <Header variant="h2" description={usage.closing} counter={`(${number(days.length)})`}>
          {usage.byDay}
        </Header>
      }
      query={{
        data: {
          items: days.slice((page - 1) * pageSize, page * pageSize),
          total: days.length,
          pages: Math.ceil(days.length / pageSize),
        },
        error: null,
        isPlaceholderData: false,
        refetch: () => undefined,
      }}
      page={page}
      onPage={setPage}
      idOf={({ date }) => date}
      empty={<Empty title={usage.empty} why={usage.emptyWhy} />}
      columns={[
        { id: 'date', header: usage.day, cell: ({ date }) => utcDate(date), minWidth: 120 },
        ...figures.map((figure) => ({
          id: figure,
          header: usage.figures[figure],
          cell: (day: Day) => number(day[figure] ?? 0),
          lesser: lesserFigures.has(figure),
        })),
      ]}
    />
  );
};
