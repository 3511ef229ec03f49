import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';
import type { LineRow } from '../../api/lines.ts';
import { isStopped } from './sending.ts';

type LineHealth = NonNullable<DeliveryHealth['by_instance']>[number];

/** Lines that send nothing first, then those with the greatest share of failed messages, then the others as they come. */
export const linesInTroubleFirst = <Line extends Pick<LineRow, 'id' | 'status' | 'risk'>>(
  lines: readonly Line[],
  health: ReadonlyMap<string, Pick<LineHealth, 'rates'>>,
): readonly Line[] => {
  const failed = ({ id }: Line): number => health.get(id)?.rates.failed ?? 0;
  return lines.toSorted(
    (one, other) => Number(isStopped(other)) - Number(isStopped(one)) || failed(other) - failed(one),
  );
};
