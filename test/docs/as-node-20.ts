import path from 'node:path';

/** For `--import`: what the packages and the guides say that they run on. */
export const asNode20 = path.join(import.meta.dirname, 'node-20.mjs');
