/** The path of the documentation for partners on the origin of the API, and on that of the console of the local stack. */
export const docsPath = '/docs/';

/** The folder of files whose names have a hash of their content. */
export const docsAssetFolder = 'assets/';
