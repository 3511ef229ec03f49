import { randomUUID } from 'node:crypto';
import { namedParameters, type KnownNames, type NamedParameter } from '../harness/populated-partner.ts';
import type { Dice } from './dice.ts';
import { typesOf, type ParameterSchema, type RouteParameter } from './parameter-schema.ts';

/** Maps, here and below, because a parameter may have the name of a property of Object.prototype. */
const aliases = new Map<string, NamedParameter>([
  ['partner_customer_id', 'customer_id'],
  ['source_customer_id', 'customer_id'],
  ['target_customer_id', 'customer_id'],
  ['partner_instance_id', 'instance_id'],
  ['waba_id', 'platform_waba_id'],
]);

/** The kind of record that a parameter names, if any. */
export const namedBy = (parameter: string): NamedParameter | undefined =>
  namedParameters.find((name) => name === parameter) ?? aliases.get(parameter);

/** Valid texts by the names of parameters. They contain marks that must never be in a log. */
export const canary = { email: '@canary.example', phone: '+4930canary', token: 'canary-token-' } as const;

const texts: Readonly<Record<string, (dice: Dice) => string>> = {
  external_customer_id: (dice) => `C-${dice.int(50)}`,
  customer_name: (dice) => `Acme ${dice.int(1000)}`,
  customer_email: (dice) => `c${dice.int(1000)}${canary.email}`,
  email: (dice) => `m${dice.int(1000)}${canary.email}`,
  expires_at: (dice) => new Date(Date.now() + (1 + dice.int(365)) * 86_400_000).toISOString(),
  customer_phone: (dice) => `${canary.phone}${dice.int(1000)}`,
  instance_key: (dice) => `line-${dice.int(1_000_000)}`,
  platform_verify_token: (dice) => `${canary.token}${dice.int(1000)}`,
  webhook_url: (dice) => `https://${dice.pick(['partner', 'partner', 'other', 'third'])}.example/hook/${dice.int(5)}`,
  display_name: (dice) => `Acme ${dice.int(1000)}`,
  logo_url: () => 'https://partner.example/logo.png',
  color: (dice) => `#${String(dice.int(1_000_000)).padStart(6, '0')}`,
  recipient_hash: () => 'aB'.repeat(32),
  expected_updated_at: (dice) => `2026-01-02T03:04:05.678${dice.pick(['Z', 'z', '0001Z', '+00:00', '+0000', '-03'])}`,
  occurred_at: (dice) => new Date(Date.now() - 1000).toISOString().replace('Z', dice.pick(['Z', 'z', '+0000', '-00'])),
  date_from: (dice) => dice.pick(['2026-01-01', new Date(Date.now() - 3_600_000).toISOString()]),
  date_to: (dice) => dice.pick(['2030-01-01', new Date().toISOString()]),
  since: (dice) => dice.pick(['2026-01-01', new Date(Date.now() - 3_600_000).toISOString()]),
  until: (dice) => dice.pick(['2030-01-01', new Date().toISOString()]),
  page: (dice) => String(1 + dice.int(3)),
  page_size: (dice) => String(1 + dice.int(200)),
  window_hours: (dice) => String(1 + dice.int(2160)),
  search: (dice) => dice.pick(['acme', '930', 'é', 'canary']),
  language: (dice) => dice.pick(['de', 'pt-BR']),
};

/** A text in the form that the name suggests, such as a UUID, a URL or a word. */
const textOf = (name: string, dice: Dice): string => {
  const own = Object.hasOwn(texts, name) ? texts[name] : undefined;
  if (own !== undefined) return own(dice);
  if (name.endsWith('_url')) return `https://partner.example/${dice.int(9)}`;
  return name.endsWith('_id') ? randomUUID() : `text ${dice.int(1000)}`;
};

const ofType = (name: string, type: string, schema: ParameterSchema, names: KnownNames, dice: Dice): string => {
  switch (type) {
    case 'string':
      return JSON.stringify(textOf(name, dice));
    case 'boolean':
      return dice.pick(['true', 'false']);
    case 'integer':
    case 'number':
      return String((schema.minimum ?? 0) + dice.int(100));
    case 'array':
      return `[${Array.from({ length: dice.int(4) }, () => plausibleOf(name, schema.items ?? {}, names, dice)).join(',')}]`;
    case 'object':
      return schema.properties === undefined
        ? JSON.stringify({ [`key${dice.int(9)}`]: dice.int(9) })
        : `{${Object.entries(schema.properties)
            .filter(() => dice.chance(0.7))
            .map(([inner, its]) => `${JSON.stringify(inner)}:${plausibleOf(inner, its, names, dice)}`)
            .join(',')}}`;
    default:
      return 'null';
  }
};

const plausibleOf = (name: string, schema: ParameterSchema, names: KnownNames, dice: Dice): string => {
  const named = namedBy(name);
  const existing = named === undefined ? undefined : dice.any(names[named]);
  if (existing !== undefined && dice.chance(0.9)) return JSON.stringify(existing);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return JSON.stringify(dice.any(schema.enum));
  const options = schema.anyOf ?? [schema];
  const option = options[dice.chance(0.2) ? options.length - 1 : 0] ?? schema;
  if (option.enum !== undefined) return JSON.stringify(dice.any(option.enum));
  const types = [...typesOf(option)];
  return ofType(name, (dice.chance(0.8) ? types[0] : dice.any(types)) ?? 'string', option, names, dice);
};

/** A valid value of the parameter, as JSON text. @param names of existing records */
export const plausible = ({ name, given }: RouteParameter, names: KnownNames, dice: Dice): string =>
  plausibleOf(name, given, names, dice);
