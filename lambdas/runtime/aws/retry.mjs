/**
 * Replaces `@smithy/core/retry`, imported as `#retry`, in lean bundles. esbuild cannot drop the 7 KB of its middleware.
 * Clients of other services use the whole module.
 */
import * as classification from '../../../node_modules/@smithy/core/dist-es/submodules/retry/service-error-classification/service-error-classification.js';

export { StandardRetryStrategy } from '../../../node_modules/@smithy/core/dist-es/submodules/retry/util-retry/StandardRetryStrategy.js';
export const { isServerError, isThrottlingError, isTransientError } = classification;
