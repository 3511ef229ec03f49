import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';

type Verdict = DeliveryHealth['verdict'];

const order: Readonly<Record<Verdict, number>> = {
  critical: 0,
  degraded: 1,
  healthy: 2,
  insufficient_data: 3,
};

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

/** The lines that lose messages, the worst first. They may be a small part of all, which then is healthy. */
export const failingLines = ({
  by_instance: lines = [],
}: Pick<DeliveryHealth, 'by_instance'>): NonNullable<DeliveryHealth['by_instance']> =>
  worstFirst(lines).filter(({ verdict }) => order[verdict] < order.healthy);

/** The verdict on all messages, or on the worst line when that is worse. */
export const worstVerdict = (health: Pick<DeliveryHealth, 'verdict' | 'by_instance'>): Verdict => {
  const line = failingLines(health)[0]?.verdict ?? health.verdict;
  return order[line] < order[health.verdict] ? line : health.verdict;
};
