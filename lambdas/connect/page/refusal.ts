import { html } from './html.ts';
import type { Page } from './layout.ts';

export const unknownPage: Page = {
  status: 404,
  title: 'This link does not work',
  icon: 'cross',
  tone: 'warn',
  content: html`<p>
      It may have been cut off on its way. Open it again from the message you got, or copy the whole of it.
    </p>
    <p>If that does not help, ask the company that sent it for a new link.</p>`,
};

export const unavailablePage: Page = {
  status: 403,
  title: 'This link can’t be used now',
  icon: 'cross',
  tone: 'warn',
  content: html`<p>Please ask the company that sent it.</p>`,
};

export const methodPage: Page = {
  status: 405,
  title: 'That is not possible here',
  icon: 'cross',
  tone: 'warn',
  content: html`<p>Please open the link again from the message you got.</p>`,
};

export const otherBrowserPage: Page = {
  status: 400,
  title: 'This sign-up can’t be finished here',
  icon: 'cross',
  tone: 'warn',
  content: html`<p>It was not begun in this browser, or it has been used already. Nothing was connected.</p>
    <p>Please open the link from the message you got in one browser, and begin again there.</p>`,
};

export const troublePage: Page = {
  status: 503,
  title: 'Something went wrong on our side',
  icon: 'cross',
  tone: 'warn',
  content: html`<p>Nothing is lost. Please open the link again in a minute.</p>`,
};

export const notSetUpPage: Page = {
  status: 503,
  title: 'Connecting is not set up yet',
  icon: 'cross',
  tone: 'warn',
  content: html`<p>Nothing is lost. Please tell the company that sent the link, and open it again later.</p>`,
};
