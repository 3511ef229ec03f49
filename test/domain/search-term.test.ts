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
});
