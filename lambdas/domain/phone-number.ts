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
