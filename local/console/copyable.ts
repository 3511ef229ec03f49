import { html, type Markup } from '../../lambdas/connect/page/html.ts';

/** @param what the name that a screen reader reads */
export const copyButton = (what: string, text: string, label = 'Copy'): Markup =>
  html`<button type="button" class="copy" data-copy="${text}" aria-label="${label} ${what}">${label}</button>`;

/** A row of a `<dl>`: a value on one line, and a button that copies all of it. */
export const copyable = (name: string, value: string, about = ''): Markup =>
  html`<div class="row">
    <dt>${name}<small>${about}</small></dt>
    <dd><code title="${value}">${value}</code>${copyButton(name, value)}</dd>
  </div>`;
