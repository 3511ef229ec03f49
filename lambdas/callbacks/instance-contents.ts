import type { AccountNotice } from '../domain/account-notices.ts';
import type { ReportedFacts } from '../domain/instance-facts.ts';
import { digitsOf } from '../domain/phone-number.ts';
import type { Refresh, InstanceContent, InstanceScope, InstanceUpdate } from '../domain/platform-change.ts';

export const allInstances: InstanceScope = { kind: 'all' };

/** The scope of a displayed number; all instances without one. */
export const numberScope = (displayed: string | null | undefined): InstanceScope =>
  typeof displayed === 'string' ? { kind: 'number', digits: digitsOf(displayed) } : allInstances;

export const instancesIn = (scope: InstanceScope, update: InstanceUpdate): InstanceContent => ({
  about: 'instances',
  scope,
  update,
});

interface ReportedContent {
  readonly facts?: ReportedFacts;
  readonly notice?: AccountNotice;
  readonly refresh?: Refresh;
}

export const factsOf = (scope: InstanceScope, { facts = {}, notice, refresh }: ReportedContent): InstanceContent =>
  instancesIn(scope, { kind: 'facts', facts, notice: notice ?? null, refresh: refresh ?? null });
