import { randomUUID } from 'node:crypto';
import type { Environment } from '../environment.ts';
import type { Play } from '../play.ts';
import type { Stage } from '../stage.ts';

const limited = (stage: Stage, slots: number): Promise<unknown> =>
  stage.scene.service.operate('partners slot-limit', { partner_id: stage.partner.partnerId, slot_limit: slots });

const creation = async (stage: Stage) => ({
  method: 'POST' as const,
  given: {
    partner_customer_id: await stage.newCustomer(),
    instance_key: randomUUID(),
    create_connect_session: false,
  },
  key: randomUUID(),
});

/** What members were told is part of the end state. */
const showNotifications = async (stage: Stage, it: Environment): Promise<void> => {
  const { text } = await stage.call(it, 'list-partner-notifications', {
    method: 'GET',
    given: {},
    bearer: stage.member,
  });
  stage.surroundings.views.push(text);
};

/** Changes that reach a level of the use of slots. Members are notified of each once. */
export const slotPlays: readonly Play[] = [
  {
    name: 'create-customer-instance',
    about: 'takes the last slot',
    prepare: async (stage) => {
      await limited(stage, 1);
      const ask = await creation(stage);
      return {
        again: 'client',
        expected: '201',
        act: (it) => stage.call(it, 'create-customer-instance', ask),
        afterwards: (it) => showNotifications(stage, it),
      };
    },
  },
  {
    name: 'operator partners slot-limit',
    about: 'below what is taken',
    prepare: async (stage) => {
      for (let instance = 0; instance < 2; instance += 1) {
        await stage.prepared('create-customer-instance', await creation(stage));
      }
      const given = { partner_id: stage.partner.partnerId, slot_limit: 1 };
      return {
        again: 'nobody',
        expected: '{"ok":true',
        progress: /^answer .*$/gs,
        act: (it) => stage.operate(it, 'partners slot-limit', given),
        afterwards: (it) => showNotifications(stage, it),
      };
    },
  },
];
