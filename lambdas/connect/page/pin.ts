import type { Milliseconds } from '../../kernel/time.ts';
import { cancelForm, proofField } from './forms.ts';
import { html, type Markup } from './html.ts';
import type { Page } from './layout.ts';
import { digits, named, timeOf } from './names.ts';
import { pathsOf } from './paths.ts';
import type { Visit } from './visit.ts';
import { wordsOf } from './words/words-of.ts';

export interface PinEntry {
  readonly token: string;
  readonly proof: string;
  /** As the platform writes it; null when it is not known. */
  readonly number: string | null;
  /** What was wrong with the PIN that was entered; null at first. */
  readonly problem: 'wrong' | 'malformed' | null;
  /** When the session ends without a PIN. */
  readonly answerBy: Milliseconds;
}

/** The digit zero of each set of digits that keyboards of the pages' languages write. https://www.unicode.org/charts */
const zeros = [0x0030, 0x0660, 0x06f0, 0x0966];

const digitOf = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? character : String(code - zero);
};

/** The PIN of a form; null when it is not one. Spaces and the digits of other scripts are accepted. */
export const pinOf = (entered: string): string | null => {
  const pin = Array.from(entered.replaceAll(/[\s\u200e\u200f-]/gu, ''), digitOf).join('');
  return /^\d{6}$/.test(pin) ? pin : null;
};

const problemId = 'problem';
const hintId = 'hint';

const field = (hasProblem: boolean): Markup =>
  html`<input
    class="field"
    id="pin"
    name="pin"
    type="text"
    inputmode="numeric"
    pattern="\\s*([0-9٠-٩۰-۹०-९][\\s\\-]*){6}"
    maxlength="12"
    required
    autocomplete="off"
    spellcheck="false"
    dir="ltr"
    ${
      hasProblem
        ? html`aria-invalid="true" aria-describedby="${problemId} ${hintId}" autofocus`
        : html`aria-describedby="${hintId}"`
    }
  />`;

/** The end customer enters the PIN that the number has at the platform. */
export const pinPage = ({ language, host }: Visit, { token, proof, number, problem, answerBy }: PinEntry): Page => {
  const words = wordsOf(language);
  const { pin } = words;
  const paths = pathsOf(token);
  return {
    status: problem === null ? 200 : 422,
    language,
    host,
    title: pin.title,
    icon: 'key',
    tone: 'plain',
    content: html`<p id="${hintId}">${pin.why}</p>
      ${
        number === null
          ? null
          : html`<p class="number">
              <span class="quiet">${words.invitation.yourNumber}</span><strong>${digits(number)}</strong>
            </p>`
      }
      <form method="post" action="${paths.pin}">
        ${proofField(proof)}
        <label for="pin"><b>${pin.label}</b></label>
        ${field(problem !== null)}
        ${problem === null ? null : html`<p class="error" id="${problemId}" role="alert">${pin[problem]}</p>`}
        <p class="quiet">${pin.kept(named(host.name))}</p>
        <button type="submit">${pin.submit}</button>
      </form>
      ${cancelForm(paths.cancel, proof, words.cancel)}
      <h2>${pin.where}</h2>
      <p>${pin.chosen}</p>
      <p>${pin.reset}</p>`,
    footer: html`${pin.nothingYet(timeOf(words, answerBy))}`,
  };
};
