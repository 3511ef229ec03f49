import { readFile } from 'node:fs/promises';
import { docsPath } from '../../lib/docs-site/paths.ts';
import { docsPolicy } from '../../lib/docs-site/policy.ts';
import { staticHeaders, type StaticHeaders } from '../../lib/static-headers.ts';
import type { BuiltSite } from '../built-site.ts';
import { mediaTypeOf } from '../media-types.ts';

export interface DocsFile {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  readonly headers: StaticHeaders;
}

/** The file of the documentation site at a path below `/docs/`, or its page for what is not there. */
export const docsFile = async (site: BuiltSite, pathname: string): Promise<DocsFile> => {
  const files = await site.files();
  const name = pathname.slice(docsPath.length) || 'index.html';
  const found = files.get(name) ?? files.get(`${name}.html`);
  const file = found ?? files.get('404.html');
  if (file === undefined) throw new Error('the documentation site has no pages');
  return {
    status: found === undefined ? 404 : 200,
    type: mediaTypeOf(file),
    body: await readFile(file),
    headers: staticHeaders(docsPolicy),
  };
};
