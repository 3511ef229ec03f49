import { page } from './page-frame.ts';

export interface WindowPage {
  /** Of the page that opened the window. */
  readonly origin: string;
  /** In their order. */
  readonly messages: readonly string[];
  /** Of the page's content security policy. */
  readonly nonce: string;
}

const GAP_MS = 150;

/** The last page of a sign-up's window: posts its messages to the page that opened it, and closes itself. */
export function windowPage({ origin, messages, nonce }: WindowPage): string {
  return page(
    'Done',
    `<h1>That’s it</h1>
<p class="lead">You can close this window.</p>`,
    `<script nonce="${nonce}">
const messages = ${scriptText(messages)};
const post = () => {
  const message = messages.shift();
  if (message === undefined) return window.close();
  window.opener?.postMessage(message, ${scriptText(origin)});
  setTimeout(post, ${GAP_MS});
};
post();
</script>
`,
  );
}

/** JSON that can't end a script element. */
function scriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
