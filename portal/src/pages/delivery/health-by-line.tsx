import Header from '@cloudscape-design/components/header';
import type { ReactElement } from 'react';
import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';
import { useLineNames } from '../../api/line-names.ts';
import { Empty } from '../../pieces/empty.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { NamedLine } from '../../pieces/named-line.tsx';
import { Verdict } from '../../pieces/status.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { pageOfRead } from '../../pieces/page-of-read.ts';
import { usePage } from '../../pieces/use-page.ts';
import { useTexts } from '../../texts/texts.ts';
import { deliveryPath, type Scope } from './scope.ts';
import { Shares } from './shares.tsx';
import { worstFirst } from './worst-first.ts';

type LineHealth = NonNullable<DeliveryHealth['by_instance']>[number];

interface HealthByLineProps {
  readonly lines: readonly LineHealth[];
  readonly scope: Scope;
}

/** How each line does, the worst first. */
export const HealthByLine = ({ lines, scope }: HealthByLineProps): ReactElement => {
  const { delivery } = useTexts();
  const { number } = useFormats();
  const [page, setPage] = usePage();
  const source = pageOfRead(worstFirst(lines), page);
  const { names, isLoading } = useLineNames((source.data?.items ?? []).map(({ instance_id: id }) => id));
  return (
    <Listing<LineHealth>
      name={delivery.lines}
      header={
        <Header variant="h2" counter={`(${number(lines.length)})`}>
          {delivery.lines}
        </Header>
      }
      query={source}
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
            <NamedLine id={id} line={names.get(id)} to={deliveryPath('health', { ...scope, instanceId: id })} />
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
