import type { Coexistence } from '../domain/sign-up.ts';
import type { VersionWatch } from '../platform/version-watch.ts';

/** The app at the platform, as the stage knows it. */
export interface AppSettings {
  readonly id: string;
  /** Read from Secrets Manager. */
  readonly secret: () => Promise<string>;
  /** Where the service takes the app's callbacks. */
  readonly callbackUrl: string;
  readonly graph: Pick<VersionWatch, 'asked' | 'served'>;
  /** Null without a configuration of the sign-up: no instance can be connected. */
  readonly signUp: { readonly configId: string; readonly coexistence: Coexistence } | null;
}
