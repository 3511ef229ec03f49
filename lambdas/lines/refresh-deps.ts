import type { InstanceDeps } from './instance-deps.ts';
import type { PlatformApp } from '../platform/sign-up.ts';

export interface RefreshDeps extends InstanceDeps {
  /** The app with its secret, which is read on first use. */
  readonly app: () => Promise<PlatformApp>;
}
