import { readFile } from 'node:fs/promises';
import type { BuiltSite } from '../built-site.ts';
import { mediaTypeOf } from '../media-types.ts';
import { docsBase } from './docs-site.ts';

/** As the console's, and icons in the style sheets. The pages have the same policy themselves, for other hosts. */
const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface DocsFile {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  readonly policy: string;
}

/** The file of the documentation site at a path below `/docs/`, or its page for what is not there. */
export const docsFile = async (site: BuiltSite, pathname: string): Promise<DocsFile> => {
  const files = await site.files();
  const name = pathname.slice(docsBase.length) || 'index.html';
  const found = files.get(name) ?? files.get(`${name}.html`);
  const file = found ?? files.get('404.html');
  if (file === undefined) throw new Error('the documentation site has no pages');
  return {
    status: found === undefined ? 404 : 200,
    type: mediaTypeOf(file),
    body: await readFile(file),
    policy: docsPolicy,
  };
};
