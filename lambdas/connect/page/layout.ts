import { html, Markup } from './html.ts';
import type { Language } from './language.ts';
import { styleOf } from './style.ts';
import type { Host } from './visit.ts';
import { named } from './names.ts';
import { wordsOf } from './words/words-of.ts';

/** The script of a page, with what it needs. */
export type PageScript =
  /** Reads the page again. */
  | { readonly kind: 'progress'; readonly text: string }
  /** Loads the platform's script, which opens the platform's sign-up in a window. */
  | { readonly kind: 'sign_up'; readonly text: string; readonly sdkUrl: string; readonly dialogUrl: string };

export interface Page {
  readonly status: number;
  readonly language: Language;
  /** Null where it is not known who sent the link. */
  readonly host: Host | null;
  readonly title: string;
  readonly icon: 'link' | 'check' | 'warning' | 'cross' | 'clock' | 'key';
  readonly tone: 'plain' | 'warn';
  readonly content: Markup;
  /** A browser without scripts loads this path after a few seconds. */
  readonly refresh?: string;
  readonly footer?: Markup;
  readonly script?: PageScript;
}

const icons: Readonly<Record<Page['icon'], Markup>> = {
  link: html`<path
    d="M10 13a5 5 0 0 0 7.5.5l3-3a5 5 0 0 0-7-7l-1.7 1.7M14 11a5 5 0 0 0-7.5-.5l-3 3a5 5 0 0 0 7 7l1.7-1.7"
  />`,
  check: html`<path d="M5 12.5 10 17.5 19.5 7" />`,
  warning: html`<path d="M12 4 2.5 20h19L12 4ZM12 10v4.5M12 17h.01" />`,
  cross: html`<path d="M6 6 18 18M18 6 6 18" />`,
  clock: html`<path d="M12 7v5l3.5 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z" />`,
  key: html`<path d="M15 9h.01M14 15a5 5 0 1 0-4.6-3L3 18v3h3l1-1v-2h2l1.5-1.5" />`,
};

/** The template would add white space, which the hash of the content security policy does not allow. */
const element = (name: 'style' | 'script', text: string): Markup => new Markup(`<${name}>${text}</${name}>`);

/** The text of a page's style sheet. */
export const styleOfPage = ({ host }: Page): string => styleOf(host?.color ?? null);

/** Seconds between two loads of the progress page. */
const pause = '3';

const refreshOf = (target: string | undefined): Markup | null =>
  target === undefined
    ? null
    : html`<noscript><meta http-equiv="refresh" content="${pause}; url=${target}" /></noscript>`;

/** Who sent the link, on every page: a person who gets a forged link sees an unexpected name. */
const headerOf = ({ name, logo }: Host): Markup =>
  html`<header>
    ${logo === null ? null : html`<img class="logo" src="${logo}" alt="" />`}
    <p class="host"><bdi>${name}</bdi></p>
  </header>`;

const footerOf = ({ language, host, footer }: Page): Markup | null => {
  const privacyUrl = host?.privacyUrl ?? null;
  const privacy =
    host === null || privacyUrl === null
      ? null
      : html`<p><a rel="noreferrer" href="${privacyUrl}">${wordsOf(language).privacy(named(host.name))}</a></p>`;
  if (footer === undefined && privacy === null) return null;
  return html`<footer>${footer ?? null}${privacy}</footer>`;
};

/** The whole document. It loads nothing but the partner's logo, and the platform's script if it has a script. */
export const documentOf = (page: Page): string => {
  const { language, host, title, icon, tone, content, refresh, script } = page;
  return html`<!doctype html>
    <html lang="${language}" dir="${wordsOf(language).direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no" />
        ${refreshOf(refresh)}
        <title>${host === null ? title : `${title} · ${host.name}`}</title>
        ${element('style', styleOfPage(page))}
      </head>
      <body>
        <div class="sheet">
          ${host === null ? null : headerOf(host)}
          <main class="${tone}">
            <div class="mark"><svg viewBox="0 0 24 24" aria-hidden="true">${icons[icon]}</svg></div>
            <h1>${title}</h1>
            ${content}
          </main>
          ${footerOf(page)}
        </div>
        ${script === undefined ? null : element('script', script.text)}
      </body>
    </html> `.text;
};
