import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PortalConfig } from '../../lib/portal/config.ts';
import { portalHeaders } from '../../lib/portal/headers.ts';
import { askAgain, cacheControlOf, configFile, fileEnding, portalPath } from '../../lib/portal/paths.ts';
import type { BuiltSite } from '../built-site.ts';
import { mediaTypeOf } from '../media-types.ts';
import { compress, encodingFor, isCompressed, type Encoding } from './compression.ts';

export type Portal = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface File {
  readonly status: number;
  readonly type: string;
  readonly cacheControl: string;
  readonly body: string | Buffer;
  /** Its name in the build, which is the same file as long as the stack runs. Null: the answer is no file of the build. */
  readonly built: string | null;
}

const missing: File = {
  status: 404,
  type: mediaTypeOf('.txt'),
  cacheControl: askAgain,
  body: 'There is no such file.\n',
  built: null,
};

export const isOfPortal = ({ url = '/' }: IncomingMessage): boolean => /^\/portal([/?]|$)/.test(url);

/** Where the request must go instead: the sign-in knows the portal under 127.0.0.1 and with the slash only. */
const detourOf = ({ url = '/', headers }: IncomingMessage): string | undefined => {
  const whole = url.replace(/^\/portal(?=\?|$)/, portalPath);
  const named = /^localhost(?<port>:\d+)?$/.exec(headers.host ?? '');
  if (named !== null) return `http://127.0.0.1${named.groups?.['port'] ?? ''}${whole}`;
  return whole === url ? undefined : whole;
};

interface Sent {
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers `/portal/…` as CloudFront does for a deployed stage: lib/constructs/portal-site.ts. */
export const createPortal = (config: PortalConfig, site: BuiltSite): Portal => {
  const fileAt = async (name: string): Promise<File> => {
    const cacheControl = cacheControlOf(name);
    const type = mediaTypeOf(name);
    if (name === configFile) return { status: 200, type, cacheControl, body: JSON.stringify(config), built: null };
    const file = (await site.files()).get(name);
    return file === undefined ? missing : { status: 200, type, cacheControl, body: await readFile(file), built: name };
  };
  const compressed = new Map<string, Promise<Buffer>>();
  const compressOnce = ({ body, built }: File, encoding: Encoding): Promise<Buffer> => {
    if (built === null) return compress(body, encoding);
    const key = `${encoding} ${built}`;
    const found = compressed.get(key) ?? compress(body, encoding);
    compressed.set(key, found);
    return found;
  };
  /** The body as CloudFront sends it: compressed, when that is worth it and the browser takes it. */
  const sentOf = async (file: File, { headers }: IncomingMessage): Promise<Sent> => {
    const { body, type } = file;
    if (!isCompressed(type, Buffer.byteLength(body))) return { body, headers: {} };
    const vary = { vary: 'accept-encoding' };
    const encoding = encodingFor(headers['accept-encoding']?.toString() ?? '');
    if (encoding === null) return { body, headers: vary };
    return { body: await compressOnce(file, encoding), headers: { ...vary, 'content-encoding': encoding } };
  };
  const answer = ({ method = '', url = '/', headers }: IncomingMessage): Promise<File> => {
    // The page may be a foreign one whose name resolves to this machine (DNS rebinding).
    const isForeign = !/^127\.0\.0\.1(:\d+)?$/.test(headers.host ?? '');
    if (isForeign) return Promise.resolve({ ...missing, status: 403, body: 'The portal is for this machine only.\n' });
    if (method !== 'GET' && method !== 'HEAD')
      return Promise.resolve({ ...missing, status: 405, body: 'The method must be GET or HEAD.\n' });
    const { pathname } = new URL(url, 'http://127.0.0.1');
    return fileAt(fileEnding.test(pathname) ? pathname.slice(portalPath.length) : 'index.html');
  };
  return async (request, response) => {
    const detour = detourOf(request);
    if (detour !== undefined) {
      response.writeHead(308, { location: detour }).end();
      return;
    }
    const file = await answer(request);
    const { body, headers } = await sentOf(file, request);
    response
      .writeHead(file.status, {
        ...portalHeaders(config.signInUrl),
        ...headers,
        'content-type': file.type,
        'cache-control': file.cacheControl,
        'content-length': Buffer.byteLength(body),
      })
      .end(body);
  };
};
