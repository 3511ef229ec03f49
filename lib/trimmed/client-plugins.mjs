export * from '../../node_modules/@aws-sdk/core/dist-es/submodules/client/index.js';

/** In the bundles, in place of plugins of `@aws-sdk/core/client` that do nothing for a function. */
const nothing = () => ({ applyToStack: () => undefined });

export const getLoggerPlugin = nothing;
export const getUserAgentPlugin = nothing;
