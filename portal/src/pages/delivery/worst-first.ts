import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';

const order: Readonly<Record<DeliveryHealth['verdict'], number>> = {
  critical: 0,
  degraded: 1,
  healthy: 2,
  insufficient_data: 3,
};

/** How many lines a page of the list has. */
export const linesOnPage = 10;

/** Lines by their verdicts, of one verdict those with the greatest share of failed messages first. */
export const worstFirst = <Line extends Pick<DeliveryHealth, 'verdict' | 'rates' | 'messages'>>(
  lines: readonly Line[],
): readonly Line[] =>
  lines.toSorted(
    (one, other) =>
      order[one.verdict] - order[other.verdict] ||
      (other.rates.failed ?? 0) - (one.rates.failed ?? 0) ||
      other.messages - one.messages,
  );
