import { escape, page } from './page-frame.ts';
import type { Choices, OfferedAccount } from './sign-up-choices.ts';

export interface SignUpPage extends Choices {
  /** The parameters of the page, which its button posts. */
  readonly parameters: URLSearchParams;
}

export function signUpPage(shown: SignUpPage): string {
  const deny = new URLSearchParams(shown.parameters);
  deny.set('deny', '1');
  const fields = [...shown.parameters].map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  return page(
    'Connect a number',
    `<h1>Connect your number</h1>
<p class="lead"><strong>swift-worker</strong> asks to manage messaging for your business.</p>
<form method="post" action="?">
${fields.join('\n')}
${[whatToConnect(shown), coexistence(shown), message(shown)].filter((part) => part !== '').join('\n')}
  <h2>This app will be able to</h2>
  <ul>
    <li>Send and receive messages</li>
    <li>Manage message templates</li>
    <li>See the number’s quality</li>
  </ul>
  <button type="submit">Continue</button>
</form>
<a class="cancel" href="?${escape(deny.toString())}">Cancel</a>
<p class="note">You will go back to ${escape(shown.returnHost)}.</p>`,
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

function whatToConnect({ offered, account, number }: SignUpPage): string {
  if (offered !== null && offered.length > 0) {
    return `  <label>Number to connect
    <select name="choice">
      <option value="">A new number in a new account</option>
${offered.map(optionsOf).join('\n')}
      <option value="none">No number, a new account only</option>
    </select>
  </label>`;
  }
  return `  <dl>
    <div><dt>Business account</dt><dd>${escape(account ?? 'A new account')}</dd></div>
    <div><dt>Phone number</dt><dd>${escape(number === null ? 'None' : (number ?? 'A new test number'))}</dd></div>
  </dl>`;
}

function optionsOf({ id, name, numbers }: OfferedAccount): string {
  const known = numbers.map((number) => `<option value="number:${escape(number.id)}">${escape(number.name)}</option>`);
  return `      <optgroup label="${escape(name)}"><option value="waba:${escape(id)}">A new number in ${escape(name)}</option>${known.join('')}</optgroup>`;
}

function coexistence({ coexistence: state }: SignUpPage): string {
  if (state === null) return '';
  const attributes = state === 'chosen' ? ' checked disabled' : ' name="coexistence" value="1"';
  return `  <label class="check"><input type="checkbox"${attributes}>
    <span>Keep using this number in the business app<small>It is connected as it is, and not registered again.</small></span></label>`;
}

function message({ choosesMessage }: SignUpPage): string {
  if (!choosesMessage) return '';
  return `  <label>What this window tells the page
    <select name="message">
      <option value="finish">It finished, with the number</option>
      <option value="none">Nothing besides the code</option>
      <option value="cancel">It was cancelled</option>
      <option value="error">It failed with an error</option>
    </select>
  </label>`;
}
