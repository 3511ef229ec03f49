/** Arguments and options that commands share. */
import { Argument, InvalidArgumentError, Option } from 'commander';
import { readScopes, roles, scopes, type Scope } from '../lambdas/domain/access.ts';

export const partnerId = (): Argument => new Argument('<partner-id>', 'the partner, as "partners list" names it');

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
  new Option('--scopes <list>', `"all", "read" (what only reads), or some of ${scopes.join(', ')} with commas between`)
    .argParser(parseScopes)
    .makeOptionMandatory();

export const wholeNumber = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
};

export const roleOption = (): Option =>
  new Option('--role <role>', 'what the member may do').choices(roles).makeOptionMandatory();
