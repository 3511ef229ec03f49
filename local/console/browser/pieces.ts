import { element } from './element.ts';
import { ago } from './wording.ts';

export type Tone = 'good' | 'bad' | 'busy' | 'plain';

export const pill = (text: string, tone: Tone): HTMLElement => element('span', { class: `pill ${tone}` }, text);

/** A button that copies a text. @param what the name that a screen reader reads */
export const copyButton = (what: string, text: string, label = 'Copy'): HTMLElement =>
  element(
    'button',
    { type: 'button', class: 'copy', 'data-copy': text, 'data-key': `copy ${what}`, 'aria-label': `${label} ${what}` },
    label,
  );

/** A command that can be copied. */
export const command = (what: string, text: string): HTMLElement =>
  element(
    'div',
    { class: 'command' },
    element('pre', { tabindex: 0, 'aria-label': what, 'data-key': `command ${what}` }, text),
    copyButton(what, text),
  );

/** Shown in place of an empty list, with what to do next. */
export const empty = (sentence: string, ...next: readonly Node[]): HTMLElement =>
  element('div', { class: 'empty' }, element('p', {}, sentence), ...next);

/** How long ago something was. `age` keeps it up to date. */
export const time = (at: string): HTMLElement =>
  element('time', { datetime: at, title: new Date(at).toLocaleString() }, ago(at, Date.now()));

/** Updates every time on the page. */
export const age = (): void => {
  for (const shown of document.querySelectorAll('time')) {
    const words = ago(shown.dateTime, Date.now());
    if (shown.textContent !== words) shown.textContent = words;
  }
};

/** The number of older entries that are not shown. */
export const older = (count: number): readonly Node[] =>
  count > 0 ? [element('p', { class: 'quiet' }, `and ${count} older`)] : [];

export const fact = (name: string, ...value: readonly (Node | string)[]): HTMLElement =>
  element('div', {}, element('dt', {}, name), element('dd', {}, ...value));

/** A table: the first cell of each row is its heading, the others are numbers. */
export const table = (caption: string, columns: readonly string[], rows: readonly (readonly (string | Node)[])[]) =>
  element(
    'table',
    {},
    element('caption', { class: 'hidden' }, caption),
    element('thead', {}, element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name)))),
    element(
      'tbody',
      {},
      ...rows.map(([head = '', ...cells]) =>
        element('tr', {}, element('th', { scope: 'row' }, head), ...cells.map((cell) => element('td', {}, cell))),
      ),
    ),
  );
