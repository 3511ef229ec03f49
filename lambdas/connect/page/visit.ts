import type { Language } from './language.ts';

/** The partner as the pages show it. */
export interface Host {
  /** The partner's name, or the one that it set for the pages. */
  readonly name: string;
  /** A path on this service; null without a logo. */
  readonly logo: string | null;
  /** `#rrggbb`; null for the service's own. */
  readonly color: string | null;
  readonly privacyUrl: string | null;
}

/** Who looks at a page, and on whose behalf it is shown. */
export interface Visit {
  readonly language: Language;
  readonly host: Host;
}
