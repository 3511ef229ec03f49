/**
 * What the functions import as `#retry`, which is `@smithy/core/retry` elsewhere: in lean bundles this takes its place. The
 * whole brings its middleware along, 7 KB that esbuild cannot leave out. Clients of other services have the whole.
 */
import * as classification from '../../../node_modules/@smithy/core/dist-es/submodules/retry/service-error-classification/service-error-classification.js';

export { StandardRetryStrategy } from '../../../node_modules/@smithy/core/dist-es/submodules/retry/util-retry/StandardRetryStrategy.js';
export const { isServerError, isThrottlingError, isTransientError } = classification;
