import { randomInt } from 'node:crypto';
import { z } from 'zod';

const flag = z.union([z.boolean(), z.stringbool()]);

/** `GenerateSecretString`: https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-secretsmanager-secret-generatesecretstring.html */
export const generateSecretString = z.object({
  PasswordLength: z.coerce.number().int().min(1).max(4096).default(32),
  ExcludeCharacters: z.string().default(''),
  ExcludeLowercase: flag.default(false),
  ExcludeNumbers: flag.default(false),
  ExcludePunctuation: flag.default(false),
  ExcludeUppercase: flag.default(false),
  IncludeSpace: flag.default(false),
  RequireEachIncludedType: flag.default(true),
  SecretStringTemplate: z.string().optional(),
  GenerateStringKey: z.string().optional(),
});

export const generateSecret = (options: z.infer<typeof generateSecretString>): string => {
  const password = generatePassword(options);
  if (options.SecretStringTemplate === undefined || options.GenerateStringKey === undefined) return password;
  const template = z.record(z.string(), z.unknown()).parse(JSON.parse(options.SecretStringTemplate));
  return JSON.stringify({ ...template, [options.GenerateStringKey]: password });
};

const generatePassword = (options: z.infer<typeof generateSecretString>): string => {
  const kinds = [
    options.ExcludeLowercase ? '' : 'abcdefghijklmnopqrstuvwxyz',
    options.ExcludeUppercase ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    options.ExcludeNumbers ? '' : '0123456789',
    options.ExcludePunctuation ? '' : '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    options.IncludeSpace ? ' ' : '',
  ]
    .map((kind) => Array.from(kind).filter((character) => !options.ExcludeCharacters.includes(character)))
    .filter((kind) => kind.length > 0);
  const every = kinds.flat();
  if (every.length === 0) throw new Error('GenerateSecretString excludes every character');
  const required = options.RequireEachIncludedType ? kinds.slice(0, options.PasswordLength) : [];
  const characters = required.map(pick);
  while (characters.length < options.PasswordLength) characters.push(pick(every));
  for (let last = characters.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    const moved = characters[last] ?? '';
    characters[last] = characters[other] ?? '';
    characters[other] = moved;
  }
  return characters.join('');
};

const pick = (characters: readonly string[]): string => characters[randomInt(characters.length)] ?? '';
