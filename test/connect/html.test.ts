import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { html } from '../../lambdas/connect/page/html.ts';

describe('an HTML fragment', () => {
  test('escapes its values, in text and in attributes', () => {
    expect(html`<a title="${`"'<&>`}">${'<b>'}</a>`.text).toBe('<a title="&#34;&#39;&#60;&#38;&#62;">&#60;b&#62;</a>');
  });

  test('takes other fragments unescaped, one or many, and nothing for null', () => {
    expect(
      html`<ul>
        ${[html`<li>${'<1>'}</li>`, html`<li>2</li>`]}${null}${html`<li>3</li>`}
      </ul>`.text.replaceAll(/\s/g, ''),
    ).toBe('<ul><li>&#60;1&#62;</li><li>2</li><li>3</li></ul>');
  });

  test('can’t be broken out of, and shows its values', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { text: made } = html`<p title="${text}">${text}</p>`;
        const inner = made.slice('<p title="'.length, -'</p>'.length).split('">');
        expect(inner).toHaveLength(2);
        for (const part of inner) {
          expect(part).not.toMatch(/[<>"']/);
          expect(part.replaceAll(/&#(\d+);/g, (_match, code: string) => String.fromCharCode(Number(code)))).toBe(text);
        }
      }),
    );
  });
});
