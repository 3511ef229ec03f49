import { languageOf } from '../../lambdas/connect/page/language.ts';
import { pageAnswer } from '../../lambdas/connect/answer.ts';
import { invitationPage } from '../../lambdas/connect/page/invitation.ts';
import type { Page } from '../../lambdas/connect/page/layout.ts';
import { readBody } from '@swift-worker/loopback/exchange.ts';
import { startLoopbackServer, type LoopbackServer } from '@swift-worker/loopback/server.ts';
import { everyPage, plainTexts, popup } from '../connect/every-page.ts';

const token = plainTexts.token;
const noUrls = { return_url: null, cancel_url: null, success_url: null, error_url: null };

/** What the platform's script does when the page asks it to sign up: the body of `FB.login`. */
const stubSdk = (login: string): string => `
  window.FB = {
    init(options) { window.initialised = options; },
    login(answered, options) { window.loggedIn = options; ${login} },
  };
  window.fbAsyncInit();
`;

export interface PageServer {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** Another origin, which has the script and the dialog. */
  readonly platform: string;
  /** The forms that were sent, as `path` and fields. */
  readonly forms: readonly { readonly path: string; readonly fields: Readonly<Record<string, string>> }[];
  /** Paths that lead elsewhere. */
  readonly redirects: Map<string, string>;
  /** What the script does on `FB.login`; null: the script can't be loaded. */
  onLogin: string | null;
  readonly stop: () => Promise<void>;
}

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="220" height="60"><rect width="220" height="60" rx="12" fill="#7c3aed"/></svg>`;

/** @param onLogin what the script does on `FB.login`; null: the script can't be loaded */
const startStub = (onLogin: () => string | null): Promise<LoopbackServer> =>
  startLoopbackServer({
    port: 0,
    log: console.error,
    handle: async (request, response) => {
      await Promise.resolve();
      const onThisLogin = onLogin();
      if (request.url !== '/en_US/sdk.js') {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Platform</h1>');
      } else if (onThisLogin === null) {
        response.writeHead(503).end();
      } else {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(stubSdk(onThisLogin));
      }
    },
  });

const popupPage = (platformOrigin: string): Page => {
  const stub = { sdkUrl: `${platformOrigin}/en_US/sdk.js`, dialogUrl: `${platformOrigin}/dialog/oauth` };
  return invitationPage(
    { language: 'en', host: plainTexts.host },
    {
      token,
      proof: 'proof',
      isReconnect: false,
      number: null,
      hindrance: null,
      expiresAt: Date.parse('2026-11-23T10:05:00Z'),
      notice: null,
      popup: { ...popup, ...stub },
    },
  );
};

/** Serves every page as `/{language}/{name}`, and the sign-up in a window with a stub of the platform as `/popup`. */
export const startPageServer = async (): Promise<PageServer> => {
  const forms: { path: string; fields: Record<string, string> }[] = [];
  const redirects = new Map<string, string>();
  const settings: { onLogin: string | null } = { onLogin: '' };
  const platform = await startStub(() => settings.onLogin);

  const platformOrigin = `http://127.0.0.1:${platform.port}`;

  const pageAt = (path: string): Page | undefined => {
    if (path === '/popup') return popupPage(platformOrigin);
    const [, language = '', name = ''] = path.split('/');
    return everyPage(languageOf(language, undefined), plainTexts).get(name);
  };

  const pages = await startLoopbackServer({
    port: 0,
    log: console.error,
    handle: async (request, response) => {
      const path = request.url ?? '';
      if (request.method === 'POST') {
        const fields = new URLSearchParams((await readBody(request, 100_000)).toString());
        forms.push({ path, fields: Object.fromEntries(fields) });
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sent</h1>');
        return;
      }
      const target = redirects.get(path);
      if (target !== undefined) {
        response.writeHead(303, { location: target }).end();
        return;
      }
      if (path === '/connect/logo') {
        response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(logo);
        return;
      }
      const page = pageAt(path);
      if (page === undefined) {
        response.writeHead(404).end();
        return;
      }
      const { headers, body } = pageAnswer(page, { dialogUrl: `${platformOrigin}/dialog`, urls: noUrls });
      for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, String(value));
      response.writeHead(200).end(body);
    },
  });

  return {
    origin: `http://127.0.0.1:${pages.port}`,
    platform: platformOrigin,
    forms,
    redirects,
    get onLogin() {
      return settings.onLogin;
    },
    set onLogin(login) {
      settings.onLogin = login;
    },
    stop: async () => {
      await pages.stop();
      await platform.stop();
    },
  };
};
