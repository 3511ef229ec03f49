import { serviceCause } from '../domain/history.ts';
import { templateChange, templateEvent, type TemplateTurn } from '../domain/template-event.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import type { TableDeps } from '../lines/instance-deps.ts';
import type { Occurrence } from '../store/customers/journal.ts';
import type { Clause } from '../store/table/commit.ts';
import { accountEventClauses } from '../store/templates/account-events.ts';
import { readEventSubscription } from '../store/partners/event-subscription.ts';

type TellDeps = Pick<TableDeps, 'table' | 'newId'>;

/** The events of changes of templates, in their order. */
const occurrencesOf = (
  { newId }: TellDeps,
  wabaId: string,
  turns: readonly TemplateTurn[],
  now: Milliseconds,
): readonly Occurrence[] =>
  turns.flatMap((turn): readonly Occurrence[] => {
    const change = templateChange(wabaId, turn);
    if (change === null) return [];
    const content = templateEvent(wabaId, turn, change);
    return [
      {
        entryId: newId(now),
        event: 'template_updated',
        change,
        cause: serviceCause('platform', newId(now)),
        at: isoOf(now),
        reason: content.data.reason,
        announce: { id: newId(now), content },
        idempotencyKey: null,
      },
    ];
  });

/**
 * The clauses that tell the changes of a business account's templates. There are none unless the partner subscribes, which costs one
 * read of a commit with a change that sends an event.
 */
export const templateEventClauses = async (
  deps: TellDeps,
  partnerId: string,
  wabaId: string,
  turns: readonly TemplateTurn[],
  now: Milliseconds,
): Promise<readonly Clause[]> => {
  const occurrences = occurrencesOf(deps, wabaId, turns, now);
  if (occurrences.length === 0) return [];
  const { types } = await readEventSubscription(deps.table, partnerId);
  if (!types.has('service.partner.template.updated')) return [];
  return accountEventClauses(deps.table, partnerId, wabaId, occurrences);
};
