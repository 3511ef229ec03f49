import fc from 'fast-check';
import type { CustomerName, InstanceKey } from './model.ts';

/** What a caller requests. */
export type Command =
  | { readonly kind: 'upsert'; readonly customer: CustomerName; readonly name: string }
  | {
      readonly kind: 'update';
      readonly customer: CustomerName;
      readonly name: string;
      /** Only when the customer did not change since the callers began. */
      readonly ifUnchanged: boolean;
    }
  | { readonly kind: 'create-instance'; readonly customer: CustomerName; readonly instance: InstanceKey }
  | { readonly kind: 'move'; readonly instance: InstanceKey; readonly to: CustomerName }
  | { readonly kind: 'label'; readonly instance: InstanceKey; readonly name: string }
  | { readonly kind: 'invite'; readonly instance: InstanceKey }
  | { readonly kind: 'deactivate-instance'; readonly instance: InstanceKey }
  | { readonly kind: 'deactivate'; readonly customer: CustomerName }
  | { readonly kind: 'reactivate'; readonly customer: CustomerName }
  | { readonly kind: 'merge'; readonly source: CustomerName; readonly target: CustomerName };

/** A call. An impatient client sends it twice, with one key. */
export interface Call {
  readonly command: Command;
  readonly isSentTwice: boolean;
}

const customer = fc.constantFrom<CustomerName>('a', 'b', 'c');
const instance = fc.constantFrom<InstanceKey>('k1', 'k2', 'k3', 'k4');
const name = fc.constantFrom('Acme', 'Bolt', 'Core');

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('upsert' as const), customer, name }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('update' as const), customer, name, ifUnchanged: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create-instance' as const), customer, instance }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), instance, to: customer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('label' as const), instance, name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('invite' as const), instance }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deactivate-instance' as const), instance }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('deactivate' as const), customer }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reactivate' as const), customer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), source: customer, target: customer }) },
);

const call: fc.Arbitrary<Call> = fc.record({ command, isSentTwice: fc.boolean() });

/** Calls that race each other, in groups, one group after another. */
export const races: fc.Arbitrary<readonly (readonly Call[])[]> = fc.array(
  fc.array(call, { minLength: 2, maxLength: 3 }),
  { minLength: 1, maxLength: 3 },
);
