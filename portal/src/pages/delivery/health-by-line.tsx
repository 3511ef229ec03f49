import Header from '@cloudscape-design/components/header';
import type { ReactElement } from 'react';
import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';
import { useLineNames } from '../../api/line-names.ts';
import { Empty } from '../../pieces/empty.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { NamedLine } from '../../pieces/named-line.tsx';
import { ShareBar } from '../../pieces/share-bar.tsx';
import { Verdict } from '../../pieces/status.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { usePage } from '../../pieces/use-page.ts';
import { useTexts } from '../../texts/texts.ts';
import { deliveryPath, type Window } from './scope.ts';
import { shownRates } from './shown-rates.ts';
import { linesOnPage, worstFirst } from './worst-first.ts';

type LineHealth = NonNullable<DeliveryHealth['by_instance']>[number];

interface HealthByLineProps {
  readonly lines: readonly LineHealth[];
  readonly window: Window;
}

const Shares = ({ rates }: Pick<LineHealth, 'rates'>): ReactElement => {
  const { delivery, words } = useTexts();
  const { percent } = useFormats();
  const share = (of: number | null): string => (of === null ? words.none : percent(of));
  const { delivered, failed } = shownRates(rates);
  return <ShareBar good={delivered ?? 0} bad={failed ?? 0} said={delivery.shares(share(delivered), share(failed))} />;
};

/** How each line does, the worst first. */
export const HealthByLine = ({ lines, window }: HealthByLineProps): ReactElement => {
  const { delivery } = useTexts();
  const { number } = useFormats();
  const [page, setPage] = usePage();
  const sorted = worstFirst(lines);
  const items = sorted.slice((page - 1) * linesOnPage, page * linesOnPage);
  const { names, isLoading } = useLineNames(items.map(({ instance_id: id }) => id));
  return (
    <Listing<LineHealth>
      name={delivery.lines}
      header={
        <Header variant="h2" counter={`(${number(lines.length)})`}>
          {delivery.lines}
        </Header>
      }
      query={{
        data: { items, total: lines.length, pages: Math.ceil(lines.length / linesOnPage) },
        error: null,
        isPlaceholderData: false,
        refetch: () => undefined,
      }}
      isPending={isLoading}
      page={page}
      onPage={setPage}
      idOf={({ instance_id: id }) => id}
      empty={<Empty title={delivery.linesNone} why={delivery.noReportsWhy} />}
      columns={[
        {
          id: 'line',
          header: delivery.line,
          cell: ({ instance_id: id }) => (
            <NamedLine id={id} line={names.get(id)} to={deliveryPath('health', { instanceId: id, window })} />
          ),
          minWidth: 180,
        },
        {
          id: 'verdict',
          header: delivery.verdict,
          cell: ({ verdict }) => <Verdict verdict={verdict} />,
          minWidth: 130,
        },
        { id: 'messages', header: delivery.messages, cell: ({ messages }) => number(messages) },
        {
          id: 'shares',
          header: delivery.delivered,
          cell: ({ rates }) => <Shares rates={rates} />,
          minWidth: 220,
          wide: true,
        },
      ]}
    />
  );
};
