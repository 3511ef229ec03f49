/** In the bundles, in place of `@aws-sdk/credential-provider-node`: every client gets its credentials from `openClient`. */
export const defaultProvider = () => (): Promise<never> => Promise.reject(new Error('a client has no credentials'));
