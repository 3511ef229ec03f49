/** `dialog`: the full-page dialog, by a redirect. `sdk`: a popup of the platform's script on the hosted page. */
export const launches = ['dialog', 'sdk'] as const;
export type Launch = (typeof launches)[number];

/**
 * Whether end customers can connect a number that they go on using in the platform's business app: `off`; `on`; or
 * `with_history`, where its contacts and messages are synchronised once after the sign-up.
 */
export const coexistences = ['off', 'on', 'with_history'] as const;
export type Coexistence = (typeof coexistences)[number];
