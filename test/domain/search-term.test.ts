import { describe, expect, test } from '@jest/globals';
import { searchTermOf } from '../../lambdas/domain/customer.ts';
import { digitsOf } from '../../lambdas/domain/phone-number.ts';
import { matches } from '../../lambdas/domain/search/search-row.ts';

const finds = (term: string, stored: string): boolean => matches('', digitsOf(stored), searchTermOf(term));

// The platform tells numbers of some countries with or without a digit. https://github.com/chatwoot/chatwoot/issues/14048
describe('a search for a number', () => {
  test.each([
    ['Brazil', '+55 11 98765-4321', '+55 11 8765-4321'],
    ['Mexico', '+52 1 55 1234 5678', '+52 55 1234 5678'],
    ['Argentina', '+54 9 11 1234-5678', '+54 11 1234-5678'],
  ])('of %s finds it with and without its digit', (_, one, other) => {
    for (const term of [one, other, digitsOf(one), digitsOf(other)]) {
      expect([term, finds(term, one), finds(term, other)]).toEqual([term, true, true]);
    }
  });

  test('of Brazil needs no country code', () => {
    for (const term of ['(11) 98765-4321', '(11) 8765-4321']) {
      expect(finds(term, '5511987654321')).toBe(true);
      expect(finds(term, '551187654321')).toBe(true);
    }
  });

  test('finds no number of another country in that form, and no other number', () => {
    expect(finds('(11) 98765-4321', '+1 118 765 4321')).toBe(false);
    expect(finds('+55 11 98765-4321', '+55 11 98765-4322')).toBe(false);
    expect(finds('+52 55 1234 5678', '+52 1 55 1234 5679')).toBe(false);
  });

  test('finds a part of a number as it is written', () => {
    expect(finds('8765-43', '+55 11 98765-4321')).toBe(true);
    expect(finds('12', '+55 11 98765-1212')).toBe(false);
  });

  test.each([
    ['+55 11 98888-7777', '(11) 98888-7777'],
    ['+55 11 98888-7777', '98888-7777'],
    ['5511988887777', '11 98888-7777'],
    ['+55 11 8888-7777', '(11) 98888-7777'],
    ['+55 11 98888-7777', '(11) 8888-7777'],
    ['+55 11 98888-7777', '(011) 98888-7777'],
    ['+44 20 7946 0958', '020 7946 0958'],
    ['442079460958', '020 7946 0958'],
    ['+44 (0)20 7946 0958', '020 7946 0958'],
    ['+1 415 555 0123', '(415) 555-0123'],
    ['+39 06 1234 5678', '06 1234 5678'],
    ['+52 1 55 1234 5678', '55 1234 5678'],
    ['00 44 20 7946 0958', '020 7946 0958'],
    ['011 44 20 7946 0958', '020 7946 0958'],
    ['(+44) 20 7946 0958', '2079460958'],
    ['+44 20 7946 0958', '+44 (0)20 7946 0958'],
    ['00353 1 234 5678', '+353 (0)1 234 5678'],
    ['4930901820', '+49 (0)30 901820'],
    ['＋44 20 7946 0958', '020 7946 0958'],
  ])('finds %s and %s by each other', (abroad, home) => {
    expect([finds(abroad, home), finds(home, abroad)]).toEqual([true, true]);
  });

  test('takes 00 and 011 in front for +', () => {
    for (const prefix of ['+', '00', '011', '00 ', '011 ']) {
      for (const stored of ['+44 20 7946 0958', '0044 20 7946 0958', '011 44 20 7946 0958']) {
        expect([prefix, stored, finds(`${prefix}44 20 7946 0958`, stored)]).toEqual([prefix, stored, true]);
        expect([prefix, stored, finds(`${prefix}44 20 79`, stored)]).toEqual([prefix, stored, true]);
        expect([prefix, stored, finds(`${prefix}44 20 7946 0959`, stored)]).toEqual([prefix, stored, false]);
      }
    }
  });

  test.each([
    ['another number', '+55 11 98888-7777', '98888-7778'],
    ['a 0 elsewhere', '+44 20 7946 0958', '+44 200 7946 0958'],
    ['another country', '+55 20 7946 0958', '+44 20 7946 0958'],
    ['another country with 00', '0055 20 7946 0958', '0044 20 7946 0958'],
    ['another area', '(011) 98888-7777', '+55 21 98888-7777'],
    ['another area with 0', '021 98888-7777', '011 98888-7777'],
    ['another area of a number with +', '+55 21 98888-7777', '(011) 98888-7777'],
    ['seven digits', '+1 415 555 0123', '555-0123'],
    ['more digits than a number has', '2026112855 11 98888-7777', '98888-7777'],
    ['digits in the middle', '001234', '+55 11 98123-4777'],
    ['a beginning of one digit', '001', '+1 415 555 2345'],
    ['no number at all', '+55 11 98888-7777', ''],
    ['zeros', '00000000', '+55 11 98888-7777'],
  ])('does not find %s', (_, term, stored) => {
    expect(finds(term, stored)).toBe(false);
  });
});
