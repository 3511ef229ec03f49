import { namedParameters, type KnownNames, type NamedParameter } from '../harness/populated-partner.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the `id` of an object names, by the field of the object. */
const idOf: Readonly<Record<string, NamedParameter>> = {
  instance: 'instance_id',
  sync: 'sync_id',
  migration: 'migration_id',
  event: 'event_id',
  resend: 'resend_id',
  import: 'import_id',
};

const aliases: Readonly<Record<string, NamedParameter>> = {
  name: 'template_name',
  platform_phone_number_id: 'phone_number_id',
};

/** An own property, and not one of Object.prototype. */
const own = <T>(from: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(from, name) ? from[name] : undefined;

const parameterOf = (field: string, place: string): NamedParameter | undefined =>
  field === 'id' ? own(idOf, place) : (namedParameters.find((name) => name === field) ?? own(aliases, field));

const most = 200;

/** Names of existing records, learned from answers. Later requests use them. */
export class LearnedNames {
  readonly #names: Map<NamedParameter, string[]>;

  constructor(names: KnownNames) {
    this.#names = new Map(namedParameters.map((name) => [name, [...names[name]]]));
  }

  get names(): KnownNames {
    const of = (name: NamedParameter): readonly string[] => this.#names.get(name) ?? [];
    return {
      customer_id: of('customer_id'),
      external_customer_id: of('external_customer_id'),
      instance_id: of('instance_id'),
      instance_key: of('instance_key'),
      phone_number_id: of('phone_number_id'),
      platform_waba_id: of('platform_waba_id'),
      template_id: of('template_id'),
      template_name: of('template_name'),
      sync_id: of('sync_id'),
      migration_id: of('migration_id'),
      event_id: of('event_id'),
      member_id: of('member_id'),
      key_id: of('key_id'),
      resend_id: of('resend_id'),
      import_id: of('import_id'),
      partner_id: of('partner_id'),
    };
  }

  learn(body: unknown, place = ''): void {
    if (Array.isArray(body)) {
      for (const one of body.slice(0, 20)) this.learn(one, place);
      return;
    }
    if (!isObject(body)) return;
    for (const [field, value] of Object.entries(body)) {
      if (typeof value === 'string') this.#add(parameterOf(field, place), value);
      // `metadata` has free keys of the caller.
      else if (field !== 'metadata') this.learn(value, field);
    }
  }

  #add(name: NamedParameter | undefined, value: string): void {
    if (name === undefined || name === 'partner_id') return;
    const known = this.#names.get(name);
    if (known === undefined || known.includes(value)) return;
    // The first names have the most data and are kept. Of the others, one is removed.
    if (known.length >= most) known.splice(20 + (known.length % 37), 1);
    known.push(value);
  }
}
