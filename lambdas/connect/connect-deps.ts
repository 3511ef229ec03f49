import type { InstanceDeps } from '../instances/instance-deps.ts';
import type { PlatformApp } from '../platform/sign-up.ts';

/** What connecting a line needs, on the page and in the background alike. */
export interface ConnectDeps extends InstanceDeps {
  /** The app with its secret, which is looked up when it is first needed. */
  readonly app: () => Promise<PlatformApp>;
}
