import { statusOfCode, type ErrorCode } from '../../lambdas/kernel/errors.ts';
import { page, table } from '../docs/markdown.ts';
import { errorMeanings } from '../openapi/errors.ts';
import { prose } from './field-table.ts';

const isCode = (name: string): name is ErrorCode => name in statusOfCode;
const codes: readonly ErrorCode[] = Object.keys(statusOfCode).filter(isCode);

const partOf = (code: ErrorCode): string => {
  const { when, remedy, message, details } = errorMeanings[code];
  const error = { code, message, ...(details === undefined ? {} : { details: details.example }) };
  return [
    `## ${code}`,
    `Status ${statusOfCode[code]}.`,
    `**Cause.** ${prose(when)}`,
    `**Cure.** ${prose(remedy)}`,
    `\`\`\`json\n${JSON.stringify({ error }, null, 2)}\n\`\`\``,
  ].join('\n\n');
};

/** The page of all error codes. */
export const errorPage = (): string =>
  page(
    '# Error codes',
    'Every error of the service has the envelope `error`. `code` is for programs and never changes. `message` is for people, and\n' +
      'names the field and the rule. [Errors and retries](../errors.md) says which calls to repeat, and how.',
    table(
      ['status', 'code', 'cause'],
      codes.map((code) => [String(statusOfCode[code]), `[\`${code}\`](#${code})`, prose(errorMeanings[code].when)]),
    ),
    ...codes.map(partOf),
  );
