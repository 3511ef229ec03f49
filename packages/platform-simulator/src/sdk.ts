import type { ServerResponse } from 'node:http';

const VERSION = /^v\d+\.\d+$/;

/** Serves the script for browsers. Any origin may load it; which may sign up is checked when it opens the window. */
export function sendSdk(response: ServerResponse, origin: string): void {
  response
    .writeHead(200, {
      'content-type': 'application/x-javascript; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .end(script(origin));
}

/**
 * `FB.init` and `FB.login` as far as a sign-up uses them. https://developers.facebook.com/docs/reference/javascript
 *
 * As those of the platform, `login` opens a window at once, which the browser blocks outside a click; it then makes no call
 * back. The code comes as a message that is no JSON. A window that is closed without a code ends with the status `unknown`.
 */
// oxlint-disable-next-line max-lines-per-function -- a text: the script of the page
function script(platform: string): string {
  return `(() => {
  'use strict';
  const platform = ${JSON.stringify(platform)};
  const logins = new Map();
  let settings;

  const settle = (id, authResponse) => {
    const login = logins.get(id);
    if (login === undefined) return;
    logins.delete(id);
    clearInterval(login.watch);
    login.callback({ authResponse, status: authResponse === null ? 'unknown' : 'connected' });
  };

  addEventListener('message', ({ origin, data }) => {
    if (origin !== platform || typeof data !== 'string') return;
    const answer = new URLSearchParams(data);
    const code = answer.get('code');
    settle(answer.get('cb'), code === null ? null : { code, expiresIn: null, userID: null });
  });

  const watchOf = (id, popup) => {
    let closed = 0;
    return setInterval(() => {
      if (popup.closed) closed += 1;
      // Its last message may still be on its way.
      if (closed > 3) settle(id, null);
    }, 100);
  };

  const init = (options) => {
    if (!${String(VERSION)}.test(options?.version ?? '')) throw new Error('init not called with valid version');
    settings = options;
  };

  const login = (callback, options = {}) => {
    if (Object.prototype.toString.call(callback) === '[object AsyncFunction]') {
      throw new Error('Expression is of type asyncfunction, not function');
    }
    if (settings === undefined) {
      console.error('FB.login() called before FB.init().');
      return;
    }
    if (!isSecureContext) {
      console.error('The method FB.login can no longer be called from http pages.');
      return;
    }
    const id = 'f' + crypto.randomUUID().replaceAll('-', '');
    const url = new URL('/' + settings.version + '/dialog/oauth', platform);
    const parameters = {
      client_id: settings.appId,
      display: 'popup',
      sdk: 'joey',
      origin: location.origin,
      cb: id,
      response_type: 'token,signed_request,graph_domain',
      ...options,
    };
    for (const [name, value] of Object.entries(parameters)) {
      url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
    const popup = open(url, id, 'popup,width=600,height=760');
    if (popup === null) return;
    logins.set(id, { callback, watch: watchOf(id, popup) });
  };

  window.FB = { init, login };
  window.fbAsyncInit?.();
})();
`;
}
