/** The times of a schedule. */
export type ScheduleExpression =
  | { readonly kind: 'rate'; readonly milliseconds: number }
  | {
      readonly kind: 'cron';
      /** Whether the schedule is due in the minute that begins then. */ readonly matches: (at: Date) => boolean;
    };

const units = new Map([
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
]);

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

interface Field {
  readonly lowest: number;
  readonly highest: number;
  /** Names of the numbers, from the lowest on. */
  readonly names?: readonly string[];
  readonly of: (at: Date) => number;
}

// Minutes, hours, day of month, month, day of week (1 is Sunday), year; in UTC.
const fields: readonly Field[] = [
  { lowest: 0, highest: 59, of: (at) => at.getUTCMinutes() },
  { lowest: 0, highest: 23, of: (at) => at.getUTCHours() },
  { lowest: 1, highest: 31, of: (at) => at.getUTCDate() },
  { lowest: 1, highest: 12, names: months, of: (at) => at.getUTCMonth() + 1 },
  { lowest: 1, highest: 7, names: weekdays, of: (at) => at.getUTCDay() + 1 },
  { lowest: 1970, highest: 2199, of: (at) => at.getUTCFullYear() },
];

const parseNumber = (text: string, { lowest, highest, names = [] }: Field): number => {
  const name = names.indexOf(text.toUpperCase());
  const value = name === -1 ? Number(text) : name + lowest;
  if (!Number.isInteger(value) || value < lowest || value > highest)
    throw new Error(`${text} is not in the field's range`);
  return value;
};

/** `5`, `1-5`, `*`, `?` or one of these with `/step`. */
const parsePart = (part: string, field: Field): ((value: number) => boolean) => {
  const [range = '', stepText] = part.split('/');
  const step = stepText === undefined ? 1 : Number(stepText);
  if (!Number.isInteger(step) || step < 1) throw new Error(`${part} has no whole step`);
  const [fromText = '', toText] = range === '*' || range === '?' ? [] : range.split('-');
  const from = fromText === '' ? field.lowest : parseNumber(fromText, field);
  const open = fromText === '' || stepText !== undefined;
  const to = toText === undefined ? (open ? field.highest : from) : parseNumber(toText, field);
  return (value) => value >= from && value <= to && (value - from) % step === 0;
};

const parseCron = (text: string): ScheduleExpression => {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== fields.length) throw new Error(`a cron expression has ${fields.length} fields`);
  const tests = fields.map((field, index) => {
    const alternatives = (parts[index] ?? '').split(',').map((part) => parsePart(part, field));
    return (at: Date) => alternatives.some((test) => test(field.of(at)));
  });
  return { kind: 'cron', matches: (at) => tests.every((test) => test(at)) };
};

/**
 * Reads `rate(…)` and `cron(…)`, without the special days `L`, `W` and `#`.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
 * @throws Error when it is neither
 */
export const parseScheduleExpression = (expression: string): ScheduleExpression => {
  const [, kind, text = ''] = /^(rate|cron)\((.+)\)$/.exec(expression) ?? [];
  try {
    if (kind === 'cron') return parseCron(text);
    const [, value = '', unit = ''] = /^(\d+) (minute|hour|day)s?$/.exec(text) ?? [];
    const milliseconds = Number(value) * (units.get(unit) ?? 0);
    if (kind !== 'rate' || milliseconds === 0) throw new Error('it is neither a rate nor a cron expression');
    return { kind, milliseconds };
  } catch (error) {
    throw new Error(`schedule ${expression}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
};
