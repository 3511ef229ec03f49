import { createHash } from 'node:crypto';
import { z } from 'zod';
import { read } from './read.ts';
import { Broken, equal, type Steps } from './steps.ts';

const Config = z.object({ apiUrl: z.url(), apikey: z.string(), clientId: z.string(), signInUrl: z.url() });

/** The scripts and styles that the page names. */
const filesOf = (page: string): readonly string[] =>
  Array.from(page.matchAll(/(?:src|href)="(\/portal\/assets\/[^"]+)"/g), ([, file = '']) => file);

const readPage = async (url: URL): Promise<string> => {
  const response = await read(url);
  const type = response.headers.get('content-type')?.split(';')[0];
  equal('the answer', [response.status, type], [200, 'text/html']);
  equal('its Cache-Control', response.headers.get('cache-control'), 'no-cache');
  const policy = response.headers.get('content-security-policy') ?? '';
  if (!policy.includes("require-trusted-types-for 'script'")) throw new Broken('the page has another policy');
  return response.text();
};

/** A sign-in as far as Cognito's page. It needs no member. */
const beginSignIn = async (home: URL, { clientId, signInUrl }: z.infer<typeof Config>): Promise<void> => {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: home.href,
    response_type: 'code',
    scope: 'openid email',
    state: 'smoke',
    code_challenge: createHash('sha256').update('smoke').digest('base64url'),
    code_challenge_method: 'S256',
  });
  const { status, headers } = await read(`${signInUrl}/oauth2/authorize?${query.toString()}`);
  const target = new URL(headers.get('location') ?? '/', signInUrl);
  if (status < 300 || status > 399 || target.pathname !== '/login')
    throw new Broken(`the sign-in answers ${status} and leads to ${target.pathname}`);
};

/** The portal of the stage, on the origin of the API. */
export const tryPortal = async (steps: Steps, apiUrl: string): Promise<void> => {
  const home = new URL('/portal/', apiUrl);
  await steps.whole(async () => {
    const page = await steps.needed('the portal has its page', () => readPage(home));
    await steps.try('the files of the page are there, for ever', async () => {
      const files = filesOf(page);
      if (files.length === 0) throw new Broken('the page names no files');
      for (const file of files) {
        const { status, headers } = await read(new URL(file, home));
        const wanted = [200, 'public, max-age=31536000, immutable'];
        equal(file, [status, headers.get('cache-control')], wanted);
      }
    });
    await steps.try('a link into the portal has the same page', async () => {
      equal('it is the same', (await readPage(new URL('customers', home))) === page, true);
    });
  });
  await steps.try('a file that is not there is not found', async () => {
    equal('the status', (await read(new URL('assets/none.js', home))).status, 404);
  });
  await steps.whole(async () => {
    const config = await steps.needed('the portal knows its stage', async () =>
      Config.parse(await (await read(new URL('config.json', home))).json()),
    );
    await steps.try('the portal calls this API', () => {
      equal('its apiUrl', config.apiUrl, apiUrl);
      return Promise.resolve();
    });
    await steps.try('members can sign in to the portal', () => beginSignIn(home, config));
  });
};
