import { z } from 'zod';
import type { SizeName } from '../../lambdas/domain/size.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import type { Reply } from '../../tools/harness/service.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';

const hour = 3_600_000;
const wednesday = Date.UTC(2030, 0, 2, 3, 4, 5);

const notifications = z.array(
  z.object({ category: z.string(), severity: z.string(), body: z.string(), entity: z.object({ id: z.string() }) }),
);
const made = z.object({ instance: z.object({ id: z.string() }) });

/** What a notification tells: its severity, and the figures at its beginning. */
const shortened = ({ severity, body }: z.infer<typeof notifications>[number]): string =>
  `${severity}: ${body.replace(/ slots are taken.*$/, '')}`;

/** A partner whose instances take slots. */
export class SlotsScene {
  readonly world: World;
  readonly #customer: string;
  readonly #viewer: string;
  #names = 0;

  private constructor(world: World, customer: string, viewer: string) {
    this.world = world;
    this.#customer = customer;
    this.#viewer = viewer;
  }

  static async start(table: Table, size: SizeName = 'standard'): Promise<SlotsScene> {
    let time = wednesday;
    const world = await startWorld(table, () => (time += 1));
    await world.operate('partners size', { partner_id: world.partner.partnerId, size });
    // The size is in force.
    time += 6 * hour;
    return new SlotsScene(world, await world.customer('c'), await world.partner.member('viewer'));
  }

  /** @param key the idempotency key */
  create(key?: string): Promise<Reply> {
    const given = { partner_customer_id: this.#customer, create_connect_session: false };
    const instance_key = key ?? `line-${(this.#names += 1)}`;
    return this.world.command('POST', 'create-customer-instance', { ...given, instance_key }, key);
  }

  /** Creates an instance. @returns its id; null when the limit is reached */
  async take(): Promise<string | null> {
    const reply = await this.create();
    return reply.status === 409 ? null : made.parse(reply.body).instance.id;
  }

  /** Creates a link for an inactive instance, which takes a slot again. */
  connectAgain(instanceId: string): Promise<Reply> {
    return this.world.command('POST', 'create-connect-session', { instance_id: instanceId });
  }

  async free(instanceId: string): Promise<void> {
    const reply = await this.world.command('POST', 'deactivate-partner-instance', { instance_id: instanceId });
    if (reply.status !== 200) throw new Error(reply.text);
  }

  limit(slots: number | null): Promise<unknown> {
    return this.world.operate('partners slot-limit', {
      partner_id: this.world.partner.partnerId,
      slot_limit: slots,
    });
  }

  /** The ids of the instances. */
  async held(): Promise<string[]> {
    const { body } = await this.world.query('list-partner-instances', {});
    return z
      .array(z.object({ id: z.string() }))
      .parse(body['items'])
      .map(({ id }) => id);
  }

  /** The notifications, oldest first. */
  async notified(): Promise<readonly string[]> {
    const query = { route: 'list-partner-notifications', page_size: '100' };
    const reply = await this.world.call('GET', { bearer: this.#viewer, query });
    return notifications.parse(reply.body['items']).map(shortened).toReversed();
  }
}
