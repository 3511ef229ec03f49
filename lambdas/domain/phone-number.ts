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

/** A number with its country code and without it, where its digits can be read so. */
export interface NumberReading {
  readonly international: string | null;
  readonly national: string | null;
}

/** What is dialled before a country code, which never begins with 0. */
const internationalPrefix = /^(?:00|011)(?=[1-9])/;
/** Those of one and two digits; the others have three. https://www.itu.int/pub/T-SP-E.164D */
const countryCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
/** https://www.itu.int/rec/T-REC-E.164 */
const mostDigits = 15;
/** Numbers that end with so many equal digits can be the same. */
const leastDigits = 8;
/** A shorter beginning is that of too many numbers. */
const leastBeginning = 3;

/** Digits that begin with neither 0 nor a prefix can be either: what is stored has no `+`. */
export const readingOf = (digits: string, hasPlus: boolean): NumberReading => {
  const code = digits.replace(internationalPrefix, '');
  const hasCode = hasPlus || code !== digits;
  const isInternational = (hasCode || !digits.startsWith('0')) && code.length <= mostDigits;
  const isNational = !hasPlus && !digits.startsWith('00');
  return { international: isInternational ? code : null, national: isNational ? digits.replace(/^0/, '') : null };
};

/** A number that is stored with the 0 of `+44 (0)20`; none for a beginning of a number. */
const withTrunk = (international: string): readonly string[] =>
  international.length < leastDigits ? [] : [international.replace(countryCode, '$&0')];

/** The readings of a number as somebody writes it, in all its forms. `+44 (0)20` is `+44 20`. */
export const readingsOf = (written: string): readonly NumberReading[] => {
  const digits = digitsOf(written.replace('(0)', ''));
  const reading = readingOf(digits, /^[^\d]*\+/.test(written));
  const { international, national } = reading;
  const others = [
    ...(international === null ? [] : [...otherForms(international), ...withTrunk(international)]),
    ...(national === null ? [] : otherForms(`55${national}`)),
  ];
  return [reading, ...others.map((form) => ({ international: form, national: null }))];
};

const endsWith = (whole: string | null, end: string | null): boolean =>
  whole !== null && end !== null && end.length >= leastDigits && whole.endsWith(end);

const beginsWith = (whole: string | null, start: string | null): boolean =>
  whole !== null && start !== null && start.length >= leastBeginning && whole.startsWith(start);

/** Whether a stored number is the one sought, where one may lack its country code, or begins with the sought one. */
export const isSought = (stored: NumberReading, sought: NumberReading): boolean =>
  beginsWith(stored.international, sought.international) ||
  endsWith(stored.international, sought.national) ||
  endsWith(sought.international, stored.national);
