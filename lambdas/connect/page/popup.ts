import { proofField } from './forms.ts';
import { html, type Markup } from './html.ts';
import type { PageScript } from './layout.ts';
import type { pathsOf } from './paths.ts';
import { signUpScript } from './page-scripts.ts';
import type { Words } from './words/words.ts';

/** The sign-up in a window, by the platform's script. */
export interface Popup {
  readonly appId: string;
  readonly configId: string;
  readonly extras: Readonly<Record<string, unknown>>;
  /** Of the Graph API, such as `v26.0`. */
  readonly version: string;
  readonly sdkUrl: string;
  readonly dialogUrl: string;
}

interface PopupParts {
  /** Above the button that opens the window: what the script tells, hidden at first. */
  readonly before: Markup;
  /** The attributes of the button. */
  readonly button: Markup;
  /** Below the button: the full-page dialog, and the form that the script sends. */
  readonly after: Markup;
  /** At the end, so that nothing moves when it appears. */
  readonly last: Markup;
  readonly script: PageScript;
}

const message = (id: string, text: string, tone: string): Markup =>
  html`<p class="${tone}" data-message="${id}" hidden>${text}</p>`;

export const popupParts = (
  { popup: words }: Words,
  paths: ReturnType<typeof pathsOf>,
  proof: string,
  { appId, configId, extras, version, sdkUrl, dialogUrl }: Popup,
): PopupParts => ({
  before: html`<div role="status">
    ${message('opened', words.opened, 'number')} ${message('finishing', words.finishing, 'number')}
    ${message('blocked', words.blocked, 'notice')}
  </div>`,
  button: html`id="popup" data-app-id="${appId}" data-config-id="${configId}" data-extras="${JSON.stringify(extras)}"
  data-version="${version}" data-sdk-url="${sdkUrl}" data-dialog-url="${dialogUrl}"`,
  after: html`<form method="post" action="${paths.start}">
      ${proofField(proof)}<button type="submit" class="second">${words.fullPage}</button>
    </form>
    <form method="post" action="${paths.finish}" id="finish" autocomplete="off" hidden>
      ${proofField(proof)}<input type="hidden" name="code" /><input type="hidden" name="info" />
    </form>`,
  last: html`<div role="status">${message('not_loaded', words.notLoaded, 'number')}</div>`,
  script: { kind: 'sign_up', text: signUpScript, sdkUrl, dialogUrl },
});
