/** A phone number in comparable form. */
export const digitsOf = (phoneNumber: string): string => phoneNumber.replace(/\D/g, '');

/**
 * Digits that the platform leaves out or adds in mobile numbers of some countries.
 * https://github.com/megaapp977/stack/issues/576 (Brazil); the same digits of Mexico and Argentina in recipients' ids:
 * https://github.com/chatwoot/chatwoot/issues/14048, https://github.com/chatwoot/chatwoot/issues/11053
 */
const variable: readonly RegExp[] = [/^(55\d\d)9(\d{8})$/, /^(52)1(\d{10})$/, /^(54)9(\d{10})$/];

const withoutVariable = (digits: string): string =>
  variable.reduce((rest, pattern) => rest.replace(pattern, '$1$2'), digits);

/** Whether two numbers may be the same. */
export const isLikeNumber = (left: string, right: string): boolean => withoutVariable(left) === withoutVariable(right);

/** The other forms of mobile numbers, with and without the digit. A number of Brazil may lack its country code. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/^(?:55)?(\d\d)9(\d{8})$/, '55$1$2'],
  [/^(?:55)?(\d\d)(\d{8})$/, '55$19$2'],
  [/^521(\d{10})$/, '52$1'],
  [/^52(\d{10})$/, '521$1'],
  [/^549(\d{10})$/, '54$1'],
  [/^54(\d{10})$/, '549$1'],
];

/** The digits of a number as somebody writes it, and those of its other forms, which mean the same number. */
export const formsOf = (digits: string): readonly string[] => [
  digits,
  ...forms.flatMap(([form, other]) => (form.test(digits) ? [digits.replace(form, other)] : [])),
];
