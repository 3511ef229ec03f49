import { html, type Markup } from './html.ts';
import type { Page } from './layout.ts';

const refusal = (status: number, title: string, content: Markup): Page => ({
  status,
  title,
  icon: 'cross',
  tone: 'warn',
  content,
});

export const unknownPage = refusal(
  404,
  'This link does not work',
  html`<p>It may have been cut off on its way. Open it again from the message you got, or copy the whole of it.</p>
    <p>If that does not help, ask the company that sent it for a new link.</p>`,
);

export const unavailablePage = refusal(
  403,
  'This link can’t be used now',
  html`<p>Please ask the company that sent it.</p>`,
);

export const methodPage = refusal(
  405,
  'That is not possible here',
  html`<p>Please open the link again from the message you got.</p>`,
);

export const otherBrowserPage = refusal(
  400,
  'This sign-up can’t be finished here',
  html`<p>It was not begun in this browser, or it has been used already. Nothing was connected.</p>
    <p>Please open the link from the message you got in one browser, and begin again there.</p>`,
);

export const troublePage = refusal(
  503,
  'Something went wrong on our side',
  html`<p>Nothing is lost. Please open the link again in a minute.</p>`,
);

export const maintenancePage = refusal(
  503,
  'We are in maintenance',
  html`<p>Nothing is lost. Please open the link again in an hour.</p>`,
);

export const notSetUpPage = refusal(
  503,
  'Connecting is not set up yet',
  html`<p>Nothing is lost. Please tell the company that sent the link, and open it again later.</p>`,
);
