import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { searchTermOf } from '../../lambdas/domain/customer.ts';
import { matches } from '../../lambdas/domain/search/search-row.ts';
import { fold } from '../../lambdas/domain/text.ts';

const textOf = (term: string): string => searchTermOf(term)?.text ?? '';
/** As texts are stored. */
const isFoundIn = (stored: string, term: string): boolean => matches(fold(stored), '', searchTermOf(term));

/** All but those with an iota subscript, which is folded as an accent and not as a letter. */
const characters = Array.from({ length: 0x11_00_00 }, (_, code) => code)
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code))
  .filter((one) => !one.normalize('NFD').includes('\u0345'));

describe('a search', () => {
  test.each([
    ['Łódź', 'lodz'],
    ['Ørsted Søren', 'orsted soren'],
    ['Đorđević', 'dordevic'],
    ['Œuvre cœur', 'oeuvre coeur'],
    ['Ærø', 'aero'],
    ['Hauptstraße', 'hauptstrasse'],
    ['HAUPTSTRAẞE', 'hauptstrasse'],
    ['Ħal Għaxaq', 'hal ghaxaq'],
    ['Guðrún Þórr', 'gudrun thorr'],
    ['Diyarbakır', 'diyarbakir'],
    ['Ŧ Ƀ Ⱥ Ɨ Ƶ Ǥ Ɍ', 't b a i z g r'],
    ['ﬁrst ﬂoor ǆ', 'first floor dz'],
    ['Ғалым Ӕ', 'галым ае'],
  ])('finds %s by its base letters, and those by it', (stored, plain) => {
    for (const term of [stored, stored.toUpperCase(), stored.toLowerCase(), plain, plain.toUpperCase()]) {
      expect([term, isFoundIn(stored, term), isFoundIn(plain, term)]).toEqual([term, true, true]);
    }
  });

  test('finds each character in each case', () => {
    const cased = characters.filter((one) => one.toLowerCase() !== one || one.toUpperCase() !== one);
    expect(cased.length).toBeGreaterThan(2_500);
    const different = cased.filter((one) =>
      [one.toLowerCase(), one.toUpperCase()].some((other) => textOf(`a${other}`) !== textOf(`a${one}`)),
    );
    expect(different).toEqual([]);
  });

  test('has one form of all texts that differ in case, which folding leaves as it is', () => {
    const unit = fc.oneof(
      fc.constantFrom(...Array.from('ßẞŁøÆœıİﬁςΣσǅᲀᏣꮳЙé\u0301가 a0')),
      fc.nat(characters.length - 1).map((at) => characters[at] ?? ''),
    );
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 12 }), (text) => {
        const folded = textOf(text);
        expect(textOf(folded)).toBe(folded.trim());
        expect([textOf(text.toLowerCase()), textOf(text.toUpperCase())]).toEqual([folded, folded]);
        expect(isFoundIn(`x${text}`, folded)).toBe(true);
      }),
    );
  });

  test('finds what it found before base letters were folded', () => {
    const unit = fc.constantFrom(...Array.from('ßsłlœoeæaıi \u0000'));
    fc.assert(
      fc.property(fc.string({ unit }), fc.string({ unit, minLength: 1, maxLength: 3 }), (stored, term) => {
        const former = fold(term.trim());
        if (former !== '' && fold(stored).includes(former)) expect(isFoundIn(stored, term)).toBe(true);
      }),
    );
  });

  test('has no form that is longer than twice the folded text', () => {
    expect(characters.filter((one) => textOf(one).length > 2 * fold(one).length)).toEqual([]);
  });
});
