/** `dialog`: the full-page dialog, by a redirect. `sdk`: a popup of the platform's script on the hosted page. */
export const launches = ['dialog', 'sdk'] as const;
export type Launch = (typeof launches)[number];

/**
 * Whether end customers can connect a number that they go on using in the platform's business app: `off`; `on`; or
 * `with_history`, where its contacts and messages are synchronised once after the sign-up.
 */
export const coexistences = ['off', 'on', 'with_history'] as const;
export type Coexistence = (typeof coexistences)[number];

/** What the stage decides about every number that is connected. */
export interface NumberTerms {
  /** Whether the contacts and the messages of a number of the business app are synchronised. */
  readonly withHistory: boolean;
  /** The country in which the platform stores the number's data; null: the platform chooses. */
  readonly region: string | null;
}
