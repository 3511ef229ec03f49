import type { NumberTerms } from '../domain/sign-up.ts';
import type { RefreshDeps } from '../lines/instance-deps.ts';

/** The ports of connecting an instance, on the pages and in the background. */
export interface ConnectDeps extends RefreshDeps {
  readonly terms: NumberTerms;
}
