import path from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.tgz': 'application/gzip',
  '.whl': 'application/zip',
};

/** The media type of a file of a site. */
export const mediaTypeOf = (file: string): string => types[path.extname(file)] ?? 'application/octet-stream';

const isText = (type: string): boolean => /^text\/|json$|xml$/.test(type);

/** The value of Content-Type: texts are in UTF-8. */
export const contentTypeOf = (type: string): string => (isText(type) ? `${type}; charset=utf-8` : type);
