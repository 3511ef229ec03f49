import type { NumberTerms } from '../domain/sign-up.ts';
import type { InstanceDeps } from '../lines/instance-deps.ts';
import type { PlatformApp } from '../platform/sign-up.ts';

/** The ports of connecting an instance, on the pages and in the background. */
export interface ConnectDeps extends InstanceDeps {
  /** The app with its secret, which is read on first use. */
  readonly app: () => Promise<PlatformApp>;
  readonly terms: NumberTerms;
}
