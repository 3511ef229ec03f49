/** The path of the portal on the origin of the API. */
export const portalPath = '/portal/';

/**
 * The end of a path that names a file: its last part has an extension. Every other path is a page of the portal, which
 * `index.html` shows. CloudFront and the local stack use the same expression.
 */
export const fileEnding = /\.[^/]*$/;

/** The folder of files whose names have a hash of their content. */
export const assetFolder = 'assets/';

export const configFile = 'config.json';

/** Of a file that never changes. */
export const forEver = 'public, max-age=31536000, immutable';
/** Of a file that is asked for again with each use. */
export const askAgain = 'no-cache';

/** @param name the path below `/portal/` */
export const cacheControlOf = (name: string): string => (name.startsWith(assetFolder) ? forEver : askAgain);
