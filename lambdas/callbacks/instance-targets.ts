import type { Instance } from '../domain/instance.ts';
import { digitsOf, isLikeNumber } from '../domain/phone-number.ts';
import type { InstanceContent, InstanceScope } from '../domain/platform-change.ts';
import type { WabaInstance } from '../store/instances/waba-instances.ts';
import { readInstancesOfWaba } from '../store/instances/waba-instances.ts';
import type { Table } from '../store/table/table.ts';

/** The instances that a callback is about. */
export interface Targets {
  readonly instances: readonly WabaInstance[];
  /** Whether they are surely the ones that are meant. Otherwise they are refreshed. */
  readonly isExact: boolean;
  readonly content: InstanceContent;
}

type Matches = (instance: Instance) => boolean;

/** How an instance is recognised, from exact to loose. */
const matchersOf = (scope: Exclude<InstanceScope, { kind: 'all' }>): readonly Matches[] => {
  switch (scope.kind) {
    case 'coexistence':
      return [({ coexistence }) => coexistence];
    case 'number_id':
      return [(instance) => instance.platform_phone_number_id === scope.id];
    case 'number': {
      const digits = (instance: Instance): string => digitsOf(instance.display_phone_number ?? '');
      return [(one) => digits(one) === scope.digits, (one) => isLikeNumber(digits(one), scope.digits)];
    }
  }
};

/** A loss that is perhaps another number's is not certain. */
const doubted = (content: InstanceContent): InstanceContent =>
  content.update.kind === 'lost' ? { ...content, update: { ...content.update, isCertain: false } } : content;

/** @param instances all of the business account */
export const targetsOf = async (
  table: Table,
  instances: readonly WabaInstance[],
  content: InstanceContent,
): Promise<Targets> => {
  const { scope } = content;
  if (scope.kind === 'all') return { instances, isExact: true, content };
  const records = await readInstancesOfWaba(table, instances);
  for (const [index, matches] of matchersOf(scope).entries()) {
    const found = records.filter(({ instance }) => matches(instance));
    const isExact = index === 0;
    if (isExact && found.length > 0) return { instances: found, isExact, content };
    if (found.length === 1 || (found.length > 1 && content.update.kind === 'lost'))
      return { instances: found, isExact, content: doubted(content) };
  }
  return { instances: [], isExact: false, content };
};
