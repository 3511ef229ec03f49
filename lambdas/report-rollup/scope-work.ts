import type { IndexedEvent } from '../domain/delivery/message-state.ts';
import { foldScope, type FoldDeps } from '../store/delivery/fold-scope.ts';
import type { DeliveryScope } from '../store/delivery/keys.ts';
import type { ReportedChange } from './report-records.ts';

export interface FoldScopesDeps extends FoldDeps {
  /** Looks at a line after messages of it have failed. */
  readonly watch: (partnerId: string, instanceId: string) => Promise<void>;
}

/** What one index has to take in of some reports. */
export interface ScopeWork {
  readonly scope: DeliveryScope;
  readonly events: readonly IndexedEvent[];
  readonly changes: readonly ReportedChange[];
}

/** Every scope of the reports. */
export const workOf = (changes: readonly ReportedChange[]): readonly ScopeWork[] => {
  const work = new Map<string, { scope: DeliveryScope; events: IndexedEvent[]; changes: Set<ReportedChange> }>();
  const add = (scope: DeliveryScope, name: string, event: IndexedEvent, change: ReportedChange): void => {
    const existing = work.get(name) ?? { scope, events: [], changes: new Set() };
    existing.events.push(event);
    existing.changes.add(change);
    work.set(name, existing);
  };
  for (const change of changes) {
    const { partnerId } = change;
    for (const event of change.events) {
      const { customer_id: customerId, instance_id: instanceId } = event;
      add({ kind: 'partner', partnerId }, partnerId, event, change);
      add({ kind: 'customer', partnerId, customerId }, `${partnerId} c ${customerId}`, event, change);
      add({ kind: 'instance', partnerId, instanceId }, `${partnerId} i ${instanceId}`, event, change);
    }
  }
  return Array.from(work.values(), ({ changes: from, ...rest }) => ({ ...rest, changes: Array.from(from) }));
};

/** Takes the events in, each once, however often they come. */
export const foldWork = async (deps: FoldScopesDeps, { scope, events }: ScopeWork): Promise<void> => {
  await foldScope(deps, scope, events);
  const isWorse = events.some(({ effect }) => effect.failed === 1);
  if (scope.kind === 'instance' && isWorse) await deps.watch(scope.partnerId, scope.instanceId);
};
