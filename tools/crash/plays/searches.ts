import {
  announceCustomerIndex,
  announceInstanceIndex,
  makeFoldDue,
} from '../../../lambdas/store/search/search-head.ts';
import { settle, workOn } from '../background.ts';
import type { Environment } from '../environment.ts';
import type { Play } from '../play.ts';
import type { Stage } from '../stage.ts';
import { done } from '../told.ts';
import { newInstance } from './customers-and-instances.ts';
import { awaitedOf, dueOf } from './workers.ts';
import { minute } from '../../../lambdas/kernel/time.ts';

const name = async (stage: Stage, customer_id: string, customer_name: string): Promise<void> => {
  await stage.prepared('update-partner-customer', { method: 'PATCH', given: { customer_id, customer_name } });
};

/** A partner with an index that has yet to be built. */
const announced = async (stage: Stage): Promise<readonly string[]> => {
  const { table, clock } = stage.surroundings;
  const customers: string[] = [];
  while (customers.length < 5) customers.push(await stage.newCustomer());
  await announceCustomerIndex(table, stage.partner.partnerId, clock.now());
  // Calls know of the index then.
  clock.pass(minute);
  return customers;
};

/** An index that is built, with changes that wait and a new customer. */
const changed = async (stage: Stage): Promise<readonly string[]> => {
  const { table, clock } = stage.surroundings;
  const customers = await announced(stage);
  await settle(stage.surroundings);
  const [one = '', two = ''] = customers;
  await name(stage, one, 'Anna');
  await name(stage, two, 'Anna');
  await stage.prepared('deactivate-partner-customer', { method: 'POST', given: { customer_id: two } });
  await stage.newCustomer();
  clock.pass(2 * minute);
  await makeFoldDue(table, stage.partner.partnerId, 'C', clock.now());
  return customers;
};

/** An index of instances that is built, with a changed and a new instance. */
const changedInstances = async (stage: Stage): Promise<void> => {
  const { table, clock } = stage.surroundings;
  const { partnerId } = stage.partner;
  const customer = await stage.newCustomer();
  const instance_id = await newInstance(stage, customer);
  await announceInstanceIndex(table, partnerId, clock.now());
  clock.pass(3 * minute);
  await settle(stage.surroundings);
  const given = { instance_id, instance_name: 'Anna' };
  await stage.prepared('update-partner-instance-label', { method: 'PATCH', given });
  await newInstance(stage, customer);
  clock.pass(2 * minute);
  await makeFoldDue(table, partnerId, 'I', clock.now());
};

const showInstances = async (stage: Stage, it: Environment): Promise<void> => {
  const given = { search: 'anna' };
  stage.surroundings.views.push((await stage.call(it, 'search-partner-instances', { method: 'GET', given })).text);
};

const showCustomers = async (stage: Stage, it: Environment): Promise<void> => {
  for (const search of ['acme', 'anna']) {
    const given = { search, page_size: '3' };
    stage.surroundings.views.push((await stage.call(it, 'list-partner-customers', { method: 'GET', given })).text);
  }
};

const folding = (
  about: string,
  ready: (stage: Stage) => Promise<unknown>,
  show: (stage: Stage, it: Environment) => Promise<void>,
): Play => ({
  name: 'folding',
  about,
  prepare: async (stage) => {
    await ready(stage);
    const hints = await awaitedOf(stage, 'searchFold');
    return {
      again: 'queue',
      act: async (it) => {
        await workOn(it, stage.surroundings.clock.now(), 'fold', hints);
        return done;
      },
      afterwards: (it) => show(stage, it),
    };
  },
});

/** The change and the note of it are one commit. */
const renaming: Play = {
  name: 'update-partner-customer',
  about: 'the name of an indexed customer',
  prepare: async (stage) => {
    const [customer_id = ''] = await changed(stage);
    return {
      again: 'client',
      expected: '200',
      act: (it) =>
        stage.call(it, 'update-partner-customer', {
          method: 'PATCH',
          given: { customer_id, customer_name: 'Anna again' },
          key: 'an-indexed-name',
        }),
      afterwards: (it) => showCustomers(stage, it),
    };
  },
};

const erasing: Play = {
  name: 'lifecycle',
  about: 'an erasure of a customer in a search index',
  prepare: async (stage) => {
    const [customer_id = ''] = await changed(stage);
    await settle(stage.surroundings);
    // A search asks for one more fold when the calls from before the index have ended; a delayed run is later than that.
    stage.surroundings.clock.pass(20 * minute);
    await stage.scene.service.operate('customers erase', { partner_id: stage.partner.partnerId, customer_id });
    return {
      again: 'queue',
      act: async (it) => {
        const { clock } = stage.surroundings;
        for (let step = 0; step < 30; step += 1) {
          const hints = await dueOf(stage, 'lifecycle');
          if (hints.length > 0) await workOn(it, clock.now(), 'lifecycle', hints);
          clock.pass(5_000);
        }
        return done;
      },
      afterwards: (it) => showCustomers(stage, it),
    };
  },
};

export const searchPlays: readonly Play[] = [
  folding('the first build', announced, showCustomers),
  folding('changes and a new customer', changed, showCustomers),
  folding('a changed and a new instance', changedInstances, showInstances),
  renaming,
  erasing,
];
