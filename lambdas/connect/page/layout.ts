import { html, Markup } from './html.ts';
import { style } from './style.ts';

export interface Page {
  readonly status: number;
  readonly title: string;
  readonly icon: 'link' | 'check' | 'cross' | 'clock';
  readonly tone: 'plain' | 'warn';
  readonly content: Markup;
  /** The browser loads this path after a few seconds. */
  readonly refresh?: string;
  readonly footer?: Markup;
}

const icons: Readonly<Record<Page['icon'], Markup>> = {
  link: html`<path
    d="M10 13a5 5 0 0 0 7.5.5l3-3a5 5 0 0 0-7-7l-1.7 1.7M14 11a5 5 0 0 0-7.5-.5l-3 3a5 5 0 0 0 7 7l1.7-1.7"
  />`,
  check: html`<path d="M5 12.5 10 17.5 19.5 7" />`,
  cross: html`<path d="M6 6 18 18M18 6 6 18" />`,
  clock: html`<path d="M12 7v5l3.5 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z" />`,
};

// The template would add white space, which the hash of the content security policy does not allow.
const styleElement = new Markup(`<style>${style}</style>`);

/** Seconds between two loads of the progress page. */
const pause = '3';

const refreshOf = (target: string | undefined): Markup | null =>
  target === undefined ? null : html`<meta http-equiv="refresh" content="${pause}; url=${target}" />`;

/** The whole document. It loads no script, no image and no font. */
export const documentOf = ({ title, icon, tone, content, refresh, footer }: Page): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no" />
        ${refreshOf(refresh)}
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <div class="sheet">
          <main class="${tone}">
            <div class="mark"><svg viewBox="0 0 24 24" aria-hidden="true">${icons[icon]}</svg></div>
            <h1>${title}</h1>
            ${content}
          </main>
          ${footer === undefined ? null : html`<footer>${footer}</footer>`}
        </div>
      </body>
    </html> `.text;
