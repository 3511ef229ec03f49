/** Arguments and options that commands share. */
import { Argument, InvalidArgumentError, Option } from 'commander';
import { readScopes, roles, scopes, type Scope } from '../lambdas/domain/access.ts';

export const partnerId = (): Argument => new Argument('<partner-id>', 'the partner ID, from "partners list"');

export const customerId = (): Argument => new Argument('<customer-id>', 'the customer ID, from "customers find"');

export const cursorOption = (): Option => new Option('--cursor <cursor>', 'the cursor that the last page ended with');

/** @throws InvalidArgumentError when the text is not a time with a zone */
export const instant = (text: string): string => {
  const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
  if (!form.test(text) || Number.isNaN(Date.parse(text))) {
    throw new InvalidArgumentError('It must be a time with a zone, such as 2026-07-14T08:00:00Z.');
  }
  return new Date(text).toISOString();
};

/** @throws InvalidArgumentError when the text is not a month */
export const calendarMonth = (text: string): string => {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('It must be a month, such as 2026-07.');
  return text;
};

const isScope = (name: string): name is Scope => scopes.some((scope) => scope === name);

const parseScopes = (text: string): readonly Scope[] => {
  if (text === 'all') return scopes;
  if (text === 'read') return readScopes;
  return text.split(',').map((part) => {
    const name = part.trim();
    if (!isScope(name)) throw new InvalidArgumentError(`There is no scope "${name}". There are: ${scopes.join(', ')}.`);
    return name;
  });
};

export const scopesOption = (): Option =>
  new Option(
    '--scopes <list>',
    `"all", "read" (every scope that only reads), or a comma-separated list of ${scopes.join(', ')}`,
  )
    .argParser(parseScopes)
    .makeOptionMandatory();

export const wholeNumber = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
};

export const overlapOption = (from: number, to: number, usual: string): Option =>
  new Option('--overlap-hours <hours>', `how many hours the old key stays valid, ${from} to ${to}; ${usual}`).argParser(
    wholeNumber,
  );

export const roleOption = (): Option =>
  new Option('--role <role>', 'the role of the member').choices(roles).makeOptionMandatory();
