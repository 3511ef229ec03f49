import type { WaitingReport } from '../domain/delivery/waiting-report.ts';
import { foldScope, type FoldDeps } from '../store/delivery/fold-scope.ts';
import type { DeliveryScope } from '../store/delivery/keys.ts';

export interface FoldScopesDeps extends FoldDeps {
  /** Updates the verdict of an instance whose messages have failed. */
  readonly watch: (partnerId: string, instanceId: string) => Promise<void>;
}

/** The reports to fold into the index of one scope. */
export interface ScopeWork {
  readonly scope: DeliveryScope;
  readonly reports: readonly WaitingReport[];
}

const scopesOf = (partnerId: string, { event }: WaitingReport): readonly DeliveryScope[] => [
  { kind: 'partner', partnerId },
  { kind: 'customer', partnerId, customerId: event.customer_id },
  { kind: 'instance', partnerId, instanceId: event.instance_id },
];

const nameOf = (scope: DeliveryScope): string => Object.values(scope).join(' ');

/** A partner's reports by scope. */
export const workOf = (partnerId: string, reports: readonly WaitingReport[]): readonly ScopeWork[] => {
  const work = new Map<string, { readonly scope: DeliveryScope; readonly reports: WaitingReport[] }>();
  for (const report of reports) {
    for (const scope of scopesOf(partnerId, report)) {
      const existing = work.get(nameOf(scope)) ?? { scope, reports: [] };
      existing.reports.push(report);
      work.set(nameOf(scope), existing);
    }
  }
  return Array.from(work.values());
};

/** Folds the reports into the scope's index. A report that is already there is not counted again. */
export const foldWork = async (deps: FoldScopesDeps, { scope, reports }: ScopeWork): Promise<void> => {
  await foldScope(
    deps,
    scope,
    reports.map(({ event }) => event),
  );
  const isWorse = reports.some(({ event }) => event.effect.failed === 1);
  if (scope.kind === 'instance' && isWorse) await deps.watch(scope.partnerId, scope.instanceId);
};
