/** A phone number in comparable form. */
export const digitsOf = (phoneNumber: string): string => phoneNumber.replace(/\D/g, '');

/**
 * Digits that the platform leaves out or adds in mobile numbers of some countries: what is before the digit, and how many follow.
 * https://github.com/megaapp977/stack/issues/576 (Brazil); the same digits of Mexico and Argentina in recipients' ids:
 * https://github.com/chatwoot/chatwoot/issues/14048, https://github.com/chatwoot/chatwoot/issues/11053
 */
const variable = (
  [
    ['55\\d\\d', '9', 8],
    ['52', '1', 10],
    ['54', '9', 10],
  ] as const
).map(([head, digit, rest]) => ({
  digit,
  having: new RegExp(`^(${head})${digit}(\\d{${rest}})$`),
  lacking: new RegExp(`^(${head})(\\d{${rest}})$`),
}));

const withoutVariable = (digits: string): string =>
  variable.reduce((rest, { having }) => rest.replace(having, '$1$2'), digits);

/** Whether two numbers may be the same. */
export const isLikeNumber = (left: string, right: string): boolean => withoutVariable(left) === withoutVariable(right);

/** The number without its digit, or with it; none for a number that has no such digit. */
const otherForms = (digits: string): readonly string[] =>
  variable.flatMap(({ digit, having, lacking }) => [
    ...(having.test(digits) ? [digits.replace(having, '$1$2')] : []),
    ...(lacking.test(digits) ? [digits.replace(lacking, (_, head: string, rest: string) => head + digit + rest)] : []),
  ]);

/** The digits of a number as somebody writes it, and those of its other forms. A number of Brazil may lack its country code. */
export const formsOf = (digits: string): readonly string[] => [
  digits,
  ...otherForms(digits),
  ...otherForms(`55${digits}`),
];
