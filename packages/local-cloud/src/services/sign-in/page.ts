import type { AuthorizationRequest } from './authorization-request.ts';
import type { SignInUser } from './directory.ts';

export const stylePath = '/sign-in.css';

/** @param targets origins that a form may lead to: browsers check the redirects after a form as well */
export const policyFor = (targets: readonly string[]): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    ["form-action 'self'", ...targets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;

const button = ({ username, email }: SignInUser): string =>
  `<li><button name="username" value="${escape(username)}">${escape(email)}</button></li>`;

/** @param query of the request, which the form passes on */
export const signInPage = (
  { redirectUri }: AuthorizationRequest,
  users: readonly SignInUser[],
  query: URLSearchParams,
): string =>
  page(
    'Sign in',
    `<h1>Sign in</h1>
<p>This page stands in for the managed login of Amazon Cognito. It asks for no password.</p>
${
  users.length === 0
    ? '<p>The user pool has no users.</p>'
    : `<form method="post" action="/login?${escape(query.toString())}">
<ul>
${users.map(button).join('\n')}
</ul>
</form>`
}
<p class="quiet">You will go back to ${escape(new URL(redirectUri).host)}.</p>`,
  );

export const refusalPage = (message: string): string =>
  page('Sign-in not possible', `<h1>This sign-in is not possible</h1>\n<p>${escape(message)}</p>`);

export const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#f3f4f6, #16191f); color: light-dark(#16191f, #e9ebed); }
main { box-sizing: border-box; max-width: 28rem; margin: 8vh auto; padding: 2rem; border-radius: 12px;
  background: light-dark(#fff, #232b37); }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; }
p { margin: 0 0 1rem; }
ul { margin: 0 0 1rem; padding: 0; list-style: none; display: grid; gap: 0.5rem; }
button { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: 0.5rem 1rem; font: inherit; text-align: start;
  overflow-wrap: anywhere; cursor: pointer; color: inherit; background: transparent;
  border: 1px solid light-dark(#5f6b7a, #8d99a8); border-radius: 8px; }
button:hover { background: light-dark(#eef3fb, #2f3a4a); }
button:focus-visible { outline: 3px solid light-dark(#0b5cad, #8fc1ff); outline-offset: 2px; }
.quiet { color: light-dark(#5f6b7a, #b4bbc5); font-size: 0.875rem; }
`;
