import type { SignUpConfiguration } from '../platform/sign-up.ts';
import type { Log } from '../runtime/logger.ts';
import type { BegunBy } from '../runtime/run-work.ts';
import type { ConnectDeps } from './connect-deps.ts';
import type { OpenedLink } from './opened-link.ts';
import type { Visit } from './page/visit.ts';

/** The hosted pages, as they are wired at cold start. */
export interface ConnectSite {
  readonly deps: ConnectDeps;
  /** The origin of the pages: `https://host`, without a path. */
  readonly baseUrl: string;
  /** Whether the pages are on that host alone. Another one leads there, because it may be that of the portal. */
  readonly ownHost: boolean;
  /** The platform's sign-up, for the browser. */
  readonly dialogUrl: string;
  /** The platform's script, for the browser, and the version of the Graph API that it uses, such as `v26.0`. */
  readonly script: { readonly url: string; readonly version: string };
  /** Null while the stage has no app or no configuration at the platform. No instance can be connected then. */
  readonly signUp: SignUpConfiguration | null;
  /** Whether the table is restored. Nothing is read then. */
  readonly maintenance: boolean;
  readonly randomBytes: (count: number) => Buffer;
  readonly log: Log;
  /** Tells the call that made the session of the request. */
  readonly begunBy: BegunBy;
}

/** A browser at a link, while the stage can connect instances. */
export interface Call {
  readonly opened: OpenedLink;
  readonly visit: Visit;
  readonly configuration: SignUpConfiguration;
  readonly cookies: readonly string[];
}
