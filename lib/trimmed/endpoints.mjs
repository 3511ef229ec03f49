import * as sdk from '../../node_modules/@smithy/core/dist-es/submodules/endpoints/index.js';

export * from '../../node_modules/@smithy/core/dist-es/submodules/endpoints/index.js';

/** In the bundles, in place of `@smithy/core/endpoints`: a client that `openClient` gave an endpoint has the same one for each call. */
export const getEndpointPlugin = (config, instructions) => {
  const { fixedEndpoint } = config;
  if (fixedEndpoint === undefined) return sdk.getEndpointPlugin(config, instructions);
  const withEndpoint = (next, context) => (args) => {
    context.endpointV2 = fixedEndpoint;
    return next(args);
  };
  return {
    applyToStack: (stack) => {
      stack.addRelativeTo(withEndpoint, sdk.endpointMiddlewareOptions);
    },
  };
};
