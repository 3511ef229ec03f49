export interface SignUpPage {
  /** Undefined: a fresh one. */
  readonly account: string | undefined;
  /** Undefined: a fresh one. */
  readonly number: string | undefined;
  readonly returnHost: string;
  /** The parameters of the page, which its button posts. */
  readonly parameters: URLSearchParams;
}

export function signUpPage({ account, number, returnHost, parameters }: SignUpPage): string {
  const deny = new URLSearchParams(parameters);
  deny.set('deny', '1');
  const fields = [...parameters].map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  return page(
    'Connect a number',
    `<h1>Connect your number</h1>
<p class="lead"><strong>swift-worker</strong> asks to manage messaging for your business.</p>
<dl>
  <div><dt>Business account</dt><dd>${escape(account ?? 'A new account')}</dd></div>
  <div><dt>Phone number</dt><dd>${escape(number ?? 'A new test number')}</dd></div>
</dl>
<h2>This app will be able to</h2>
<ul>
  <li>Send and receive messages</li>
  <li>Manage message templates</li>
  <li>See the number’s quality</li>
</ul>
<form method="post" action="?">
${fields.join('\n')}
  <button type="submit">Continue</button>
</form>
<a class="cancel" href="?${escape(deny.toString())}">Cancel</a>
<p class="note">You will go back to ${escape(returnHost)}.</p>`,
  );
}

export function errorPage(sentence: string): string {
  return page(
    'Sign-up not possible',
    `<h1>This link doesn’t work</h1>
<p class="lead">${escape(sentence)}</p>
<p class="note">Close this page, and start again from where you came.</p>`,
  );
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Platform simulator</title>
<style>${STYLE}</style>
</head>
<body>
<header><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a9 9 0 0 0-7.7 13.6L3 21l4.6-1.2A9 9 0 1 0 12 3Z"/></svg>
<span>Messaging platform</span><em>simulator</em></header>
<main>
${content}
</main>
</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; --back: #eef1f5; --card: #fff; --text: #17202b; --quiet: #5b6876; --line: #dde3ea; --act: #0b6b57; --on-act: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --back: #10151b; --card: #1a2129; --text: #e8edf2; --quiet: #9aa7b4; --line: #2d3742; --act: #4fd1b0; --on-act: #06231c; }
}
* { box-sizing: border-box; margin: 0; }
body { min-height: 100dvh; display: flex; flex-direction: column; align-items: center; justify-content: center; padding: 1.25rem 1rem 2rem;
  background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header { width: 100%; white-space: nowrap; max-width: 26rem; display: flex; align-items: center; gap: .5rem; padding: 0 .25rem .75rem; font-weight: 600; }
header svg { width: 1.5rem; fill: none; stroke: var(--act); stroke-width: 2; stroke-linejoin: round; }
header em { margin-left: auto; padding: .05rem .6rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--quiet); font-size: .8rem; font-style: normal; font-weight: 400; }
main { width: 100%; max-width: 26rem; padding: 1.5rem 1.25rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
h1 { font-size: 1.4rem; line-height: 1.25; }
h2 { margin-top: 1.25rem; font-size: .9rem; color: var(--quiet); font-weight: 600; }
.lead { margin-top: .5rem; }
dl { margin-top: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .7rem .9rem; }
dl div + div { border-top: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { font-weight: 600; overflow-wrap: anywhere; }
ul { margin-top: .4rem; padding: 0; list-style: none; }
li { position: relative; padding: .2rem 0 .2rem 1.6rem; }
li::before { content: ""; position: absolute; left: .3rem; top: .6rem; width: .7rem; height: .35rem; border: solid var(--act); border-width: 0 0 2px 2px; transform: rotate(-45deg); }
button, .cancel { display: block; width: 100%; min-height: 3rem; border-radius: .75rem; font: inherit; font-weight: 600; text-align: center; }
button { margin-top: 1.5rem; border: 0; background: var(--act); color: var(--on-act); cursor: pointer; }
button:hover { filter: brightness(1.08); }
.cancel { margin-top: .25rem; padding-top: .7rem; color: var(--quiet); text-decoration: none; }
.cancel:hover { color: var(--text); }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
.note { margin-top: 1rem; color: var(--quiet); font-size: .85rem; text-align: center; overflow-wrap: anywhere; }
`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
