import type { DeliveryScope } from '../../../lambdas/store/delivery/keys.ts';

export type ScopeKind = DeliveryScope['kind'];
export const scopeKinds: readonly ScopeKind[] = ['partner', 'customer', 'instance'];

/** `small`: 5 lines of 5 customers. `large`: 50 lines of 10 customers. */
export const partnerShapes = ['small', 'large'] as const;
export type PartnerShape = (typeof partnerShapes)[number];

/** So many reports in one fold are recorded; what lies between is a mixture of the two beside it. */
export const foldSizes: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];

export const foldName = (shape: PartnerShape, kind: ScopeKind, size: number): string =>
  `fold, ${shape} ${kind}, ${size}`;
