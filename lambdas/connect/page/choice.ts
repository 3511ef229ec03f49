import type { Milliseconds } from '../../kernel/time.ts';
import { cancelForm, proofField } from './forms.ts';
import { html, type Markup } from './html.ts';
import type { Page } from './layout.ts';
import { digits, named, timeOf } from './names.ts';
import { pathsOf } from './paths.ts';
import type { Visit } from './visit.ts';
import { wordsOf } from './words/words-of.ts';
import type { Words } from './words/words.ts';

/** A number that the sign-up may have meant. */
interface NumberOption {
  readonly phone_number_id: string;
  readonly display_phone_number: string | null;
  readonly verified_name: string | null;
  readonly waba_name: string | null;
}

export interface Choice {
  readonly token: string;
  readonly proof: string;
  readonly options: readonly NumberOption[];
  /** Whether the form was sent without a choice. */
  readonly isMissing: boolean;
  /** When the session ends without a choice. */
  readonly answerBy: Milliseconds;
}

const optionOf = (words: Words['choice'], option: NumberOption, isInvalid: boolean): Markup => {
  const { phone_number_id: id, display_phone_number: number, verified_name: name, waba_name: account } = option;
  return html`<label class="option">
    <input type="radio" name="number" value="${id}" required ${isInvalid ? html`aria-describedby="missing"` : null} />
    <span
      ><strong>${digits(number ?? id)}</strong>
      <small><bdi>${name ?? words.unnamed}</bdi></small>
      ${account === null ? null : html`<small>${words.account(html`<bdi>${account}</bdi>`)}</small>`}</span
    >
  </label>`;
};

/** The end customer chooses among the numbers that were found. */
export const choicePage = ({ language, host }: Visit, choice: Choice): Page => {
  const { token, proof, options, isMissing, answerBy } = choice;
  const words = wordsOf(language);
  const { title, which, numbers, missing, submit, nothingYet } = words.choice;
  const paths = pathsOf(token);
  return {
    status: isMissing ? 422 : 200,
    language,
    host,
    title,
    icon: 'link',
    tone: 'plain',
    content: html`<p>${which(named(host.name))}</p>
      <form method="post" action="${paths.choose}">
        ${proofField(proof)}
        <fieldset>
          <legend>${numbers}</legend>
          ${isMissing ? html`<p class="error" id="missing" role="alert">${missing}</p>` : null}
          ${options.map((option) => optionOf(words.choice, option, isMissing))}
        </fieldset>
        <button type="submit">${submit}</button>
      </form>
      ${cancelForm(paths.cancel, proof, words.cancel)}`,
    footer: html`${nothingYet(timeOf(words, answerBy))}`,
  };
};
