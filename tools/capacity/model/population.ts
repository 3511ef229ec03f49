import { sizesOf, type Cast, type Names } from '../replay/cast.ts';
import { recordId } from '../../../lambdas/domain/size.ts';
import { nobody } from '../recording/nobody.ts';
import type { World } from './world.ts';
import { day } from '../../../lambdas/kernel/time.ts';

interface Partner {
  readonly id: string;
  readonly key: string;
  /** Its instances, with their customers and numbers. */
  readonly instances: readonly { readonly instance: string; readonly customer: string; readonly phoneNumber: string }[];
}

export interface PopulationSize {
  /** The partners of the whole. A run of a tenth has a tenth of them. */
  readonly partners: number;
  readonly instances: number;
  /** The customers with instances. */
  readonly customers: number;
  /** Since ever; standard by default. */
  readonly size?: 'large';
}

/** The partners with their instances. It creates casts for operations on them. */
export class Population {
  readonly #world: World;
  readonly #names: Names;
  readonly #partners: readonly Partner[];
  readonly #size: Cast['size'];

  constructor(world: World, { partners, instances, customers, size }: PopulationSize) {
    this.#world = world;
    this.#names = world.names;
    this.#size = size ?? '';
    const { time, random } = world;
    const past = (): string => this.#record(time - random() * 30 * day);
    this.#partners = Array.from({ length: Math.max(1, Math.round(partners * world.scale)) }, () => {
      const owners = Array.from({ length: customers }, past);
      return {
        id: past(),
        key: this.#names.text(),
        instances: Array.from({ length: instances }, (_, instance) => ({
          instance: past(),
          customer: owners[instance % customers] ?? '',
          phoneNumber: `1065${String(Math.floor(random() * 1e11)).padStart(11, '0')}`,
        })),
      };
    });
  }

  /** The number of a random partner. */
  any(): number {
    return Math.floor(this.#world.random() * this.#partners.length);
  }

  #partner(number: number): Partner {
    const partner = this.#partners[number];
    if (partner === undefined) throw new Error(`there is no partner ${number}`);
    return partner;
  }

  #cast(number: number, ids: Partial<Cast>): Cast {
    const { id, key } = this.#partner(number);
    return { ...nobody, size: this.#size, partner: id, partnerKey: key, receipt: this.#names.text(), ...ids };
  }

  /** The id of a record, which tells where it is. */
  #record(time: number): string {
    return recordId(sizesOf({ size: this.#size }), this.#names.id(time));
  }

  /** A change of one of the partner's many customers. */
  change(number: number): Cast {
    const { time, random } = this.#world;
    const customer = this.#record(time - random() * 30 * day);
    return this.#cast(number, { customer, event: this.#names.id(time) });
  }

  newCustomer(number: number): Cast {
    const { time } = this.#world;
    const names = this.#names;
    return this.#cast(number, { customer: this.#record(time), external: names.text(), event: names.id(time) });
  }

  newInstance(number: number): Cast {
    const { time, random } = this.#world;
    const names = this.#names;
    const customer = this.#record(time - random() * 30 * day);
    return this.#cast(number, {
      customer,
      instance: this.#record(time),
      instanceKey: names.text(),
      event: names.id(time),
    });
  }

  report(number: number): Cast {
    const { instances } = this.#partner(number);
    const instance = instances[Math.floor(this.#world.random() * instances.length)];
    return this.#cast(number, { ...instance, message: this.#names.text() });
  }
}
