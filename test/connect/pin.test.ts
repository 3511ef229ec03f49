import { describe, expect, test } from '@jest/globals';
import { pinOf } from '../../lambdas/connect/page/pin.ts';

describe('the PIN that was entered', () => {
  test.each([
    ['123456', '123456'],
    ['000000', '000000'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳۴۵۶', '123456'],
    ['१२३४५६', '123456'],
    ['\u200e123456\u200f', '123456'],
    ['12345', null],
    ['1234567', null],
    ['12345a', null],
    ['', null],
    ['１２３４５６', null],
    ['123456\u0000', null],
  ])('%j is %j', (entered, pin) => {
    expect(pinOf(entered)).toBe(pin);
  });
});
