import { html, type Markup } from './html.ts';

/** The value that shows that a form was sent by the page of the link. */
export const proofField = (proof: string): Markup => html`<input type="hidden" name="proof" value="${proof}" />`;

export const cancelForm = (path: string, proof: string, label: string): Markup =>
  html`<form method="post" action="${path}">
    ${proofField(proof)}<button type="submit" class="second">${label}</button>
  </form>`;
