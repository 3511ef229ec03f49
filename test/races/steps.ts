import { isDeepStrictEqual } from 'node:util';
import type { Command } from './command.ts';
import {
  isFull,
  instancesLeft,
  withCustomer,
  withJob,
  withInstance,
  type CustomerName,
  type InstanceKey,
  type Model,
  type ModelCustomer,
  type ModelInstance,
} from './model.ts';

/** What a step leads to: an answer, or another step, before which other callers may run. */
type Next = { readonly model: Model; readonly answer: string } | { readonly model: Model; readonly then: Step };

/** A command in the model. Most commands are one step; a deactivation with instances is many. */
export interface Step {
  /** Steps with the same name do the same. */
  readonly name: string;
  readonly take: (model: Model) => readonly Next[];
}

const answer = (model: Model, text: string): readonly Next[] => [{ model, answer: text }];

export const shownCustomer = ({ name, status, count }: Pick<ModelCustomer, 'name' | 'status' | 'count'>): string =>
  `${name} ${status} ${count}`;
export const shownInstance = ({ owner, name, status }: ModelInstance): string => `${owner} ${name ?? '-'} ${status}`;

const notFound = '404 not_found';
const invalidState = '409 invalid_state';

/** Why a customer can't take an instance. */
const closed = ({ status }: ModelCustomer): string | null => {
  if (status === 'active') return null;
  return status === 'merged' ? '409 customer_merged' : invalidState;
};

const changeOf = (customer: ModelCustomer, changes: Partial<ModelCustomer>): ModelCustomer => ({
  ...customer,
  ...changes,
  version: customer.version + 1,
});

const renamed = (model: Model, at: CustomerName, name: string): readonly Next[] => {
  const customer = model.customers[at];
  if (customer === undefined) return answer(model, notFound);
  if (customer.status === 'merged') return answer(model, '409 customer_merged');
  const next = customer.name === name ? customer : changeOf(customer, { name });
  return answer(withCustomer(model, at, next), `200 ${shownCustomer(next)}`);
};

const upsert = (model: Model, at: CustomerName, name: string): readonly Next[] => {
  if (model.customers[at] !== undefined) return renamed(model, at, name);
  const made: ModelCustomer = { name, status: 'active', mergedInto: null, version: 1, count: 0 };
  return answer(withCustomer(model, at, made), `201 ${shownCustomer(made)}`);
};

const createInstance = (model: Model, at: CustomerName, key: InstanceKey): readonly Next[] => {
  const customer = model.customers[at];
  if (customer === undefined) return answer(model, notFound);
  const problem = closed(customer);
  if (problem !== null) return answer(model, problem);
  const isTaken = model.instances[key] !== undefined;
  // Either of two reasons may be given.
  const refusals = [
    ...(isFull(model) ? ['409 slot_limit_reached'] : []),
    ...(isTaken ? ['409 instance_key_taken'] : []),
  ];
  if (refusals.length > 0) return refusals.map((refusal) => ({ model, answer: refusal }));
  const instance: ModelInstance = { owner: at, name: null, status: 'created' };
  const grown = withCustomer(model, at, { ...customer, count: customer.count + 1 });
  return answer({ ...withInstance(grown, key, instance), taken: model.taken + 1 }, `201 ${shownInstance(instance)}`);
};

const move = (model: Model, key: InstanceKey, to: CustomerName): readonly Next[] => {
  const [instance, target] = [model.instances[key], model.customers[to]];
  if (instance === undefined || target === undefined) return answer(model, notFound);
  const problem = closed(target);
  if (problem !== null) return answer(model, problem);
  const moved = { ...instance, owner: to };
  const source = model.customers[instance.owner];
  if (instance.owner === to || source === undefined) return answer(model, `200 ${shownInstance(instance)}`);
  const lost = withCustomer(model, instance.owner, { ...source, count: source.count - 1 });
  const won = withCustomer(lost, to, { ...target, count: target.count + 1 });
  return answer(withInstance(won, key, moved), `200 ${shownInstance(moved)}`);
};

const label = (model: Model, key: InstanceKey, name: string): readonly Next[] => {
  const instance = model.instances[key];
  if (instance === undefined) return answer(model, notFound);
  const named = { ...instance, name };
  return answer(withInstance(model, key, named), `200 ${shownInstance(named)}`);
};

const invite = (model: Model, key: InstanceKey): readonly Next[] => {
  const instance = model.instances[key];
  if (instance === undefined) return answer(model, notFound);
  const owner = model.customers[instance.owner];
  if (instance.status === 'deactivating' || owner?.status !== 'active') return answer(model, invalidState);
  const takesSlot = instance.status === 'inactive';
  if (takesSlot && isFull(model)) return answer(model, '409 slot_limit_reached');
  const invited = withInstance(model, key, { ...instance, status: 'awaiting_connection' });
  return answer({ ...invited, taken: model.taken + (takesSlot ? 1 : 0) }, '201');
};

/** The end of an instance's deactivation. */
const down = (model: Model, key: InstanceKey): Model => {
  const instance = model.instances[key];
  if (instance?.status !== 'deactivating') return model;
  return { ...withInstance(model, key, { ...instance, status: 'inactive' }), taken: model.taken - 1 };
};

const runDeactivation = (model: Model, key: InstanceKey): readonly Next[] => {
  const instance = model.instances[key];
  if (instance === undefined) return answer(model, notFound);
  if (instance.status === 'inactive') return answer(model, `200 ${shownInstance(instance)}`);
  if (instance.status === 'deactivating') return answer(model, '409 idempotency_in_progress');
  const take = (later: Model): readonly Next[] => {
    const ended = down(later, key);
    const shown = ended.instances[key];
    return answer(ended, `200 ${shown === undefined ? '' : shownInstance(shown)}`);
  };
  const then: Step = { name: `end ${key}`, take };
  return [{ model: withInstance(model, key, { ...instance, status: 'deactivating' }), then }];
};

const reactivate = (model: Model, at: CustomerName): readonly Next[] => {
  const customer = model.customers[at];
  if (customer === undefined) return answer(model, notFound);
  if (customer.status === 'merged') return answer(model, invalidState);
  const next = customer.status === 'active' ? customer : changeOf(customer, { status: 'active' });
  const forgotten = customer.status === 'active' ? model : withJob(model, at, undefined);
  return answer(withCustomer(forgotten, at, next), `200 ${shownCustomer(next)}`);
};

const merge = (model: Model, from: CustomerName, to: CustomerName): readonly Next[] => {
  if (from === to) return answer(model, '400 validation_failed');
  const [source, target] = [model.customers[from], model.customers[to]];
  if (source === undefined || target === undefined) return answer(model, notFound);
  if (source.mergedInto === to) return answer(model, `200 ${shownCustomer(target)}`);
  if (source.status === 'merged') return answer(model, '409 customer_merged');
  const problem = closed(target);
  if (problem !== null) return answer(model, problem);
  const merged = changeOf(source, { status: 'merged', mergedInto: to, count: 0 });
  const grown = changeOf(target, { count: target.count + source.count });
  const instances = Object.fromEntries(
    Object.entries(model.instances).map(([key, instance]) => [
      key,
      instance.owner === from ? { ...instance, owner: to } : instance,
    ]),
  );
  const next = withCustomer(withCustomer({ ...model, instances }, from, merged), to, grown);
  return answer(next, `200 ${shownCustomer(grown)}`);
};

/** The work on a customer's instances by one of the callers. */
interface Work {
  readonly at: CustomerName;
  readonly worker: number;
  /** The customer as the answer shows it. */
  readonly answered: ModelCustomer;
}

/** The deactivation's events have the instances as they are then. */
const tell = ({ at, worker, answered }: Work): Step => ({
  name: `tell ${worker} ${shownCustomer(answered)}`,
  take: (model) => {
    const isDone = model.jobs[at]?.finished !== false && instancesLeft(model, at).length === 0;
    const [status, told] = isDone ? ['200', 'completed'] : ['202', 'in_progress'];
    return answer(model, `${status} ${shownCustomer(answered)} ${told}`);
  },
});

const nobody = -1;

const finishJob = (model: Model, { at, worker }: Work): Model =>
  model.jobs[at]?.worker === worker ? withJob(model, at, { worker: nobody, finished: true }) : model;

/** Instances are deactivated concurrently: any of them may be the next to proceed. */
const takeDown = (work: Work, waiting: readonly InstanceKey[], begun: readonly InstanceKey[]): Step => ({
  name: `take down ${work.worker} ${shownCustomer(work.answered)} ${waiting.join()} ${begun.join()}`,
  take: (model) => {
    if (waiting.length + begun.length === 0) return [{ model: finishJob(model, work), then: tell(work) }];
    const begins = waiting.map((key): Next => {
      const others = waiting.filter((other) => other !== key);
      const instance = model.instances[key];
      if (instance === undefined || instance.status === 'inactive' || instance.status === 'deactivating') {
        return { model, then: takeDown(work, others, begun) };
      }
      const next = withInstance(model, key, { ...instance, status: 'deactivating' });
      return { model: next, then: takeDown(work, others, [...begun, key]) };
    });
    const ends = begun.map((key): Next => {
      const others = begun.filter((other) => other !== key);
      return { model: down(model, key), then: takeDown(work, waiting, others) };
    });
    return [...begins, ...ends];
  },
});

const lookForInstances = (work: Work): Step => ({
  name: `look ${work.worker} ${shownCustomer(work.answered)}`,
  take: (model) => [{ model, then: takeDown(work, instancesLeft(model, work.at), []) }],
});

/** A decision is only carried out when what it was based on still holds. */
const commitDeactivation = (at: CustomerName, worker: number, read: ModelCustomer, total: number): Step => ({
  name: `commit ${worker} ${shownCustomer(read)} ${read.version} ${total}`,
  take: (model) => {
    const customer = model.customers[at];
    const isAsRead = read.status === 'active' ? isDeepStrictEqual(customer, read) : customer?.status === read.status;
    if (customer === undefined || !isAsRead) return deactivate(model, at, worker);
    const answered = customer.status === 'active' ? changeOf(customer, { status: 'inactive' }) : read;
    const job = total === 0 ? { worker: nobody, finished: true } : { worker, finished: false };
    const closedNow = customer.status === 'active' ? withCustomer(model, at, answered) : model;
    const work = { at, worker, answered };
    return [{ model: withJob(closedNow, at, job), then: total === 0 ? tell(work) : lookForInstances(work) }];
  },
});

const deactivate = (model: Model, at: CustomerName, worker: number): readonly Next[] => {
  const customer = model.customers[at];
  if (customer === undefined) return answer(model, notFound);
  const total = instancesLeft(model, at).length;
  if (customer.status === 'merged' || (customer.status === 'inactive' && total === 0)) {
    return answer(model, `200 ${shownCustomer(customer)} already_inactive`);
  }
  return [{ model, then: commitDeactivation(at, worker, customer, total) }];
};

const knows = (before: Model, customers: readonly CustomerName[], instances: readonly InstanceKey[]): boolean =>
  customers.every((name) => before.customers[name] !== undefined) &&
  instances.every((key) => before.instances[key] !== undefined);

/** @param before the state when the callers began @param worker which of them this one is */
export const firstStep = (command: Command, before: Model, worker: number): Step => ({
  name: `first ${worker}`,
  take: (model) => {
    switch (command.kind) {
      case 'upsert':
        return upsert(model, command.customer, command.name);
      case 'update': {
        const customer = model.customers[command.customer];
        const isStale = customer?.version !== before.customers[command.customer]?.version;
        return command.ifUnchanged && customer !== undefined && customer.status !== 'merged' && isStale
          ? answer(model, '409 stale_update')
          : renamed(model, command.customer, command.name);
      }
      case 'create-instance':
        return createInstance(model, command.customer, command.instance);
      // By ids, because callers only know what existed before.
      case 'move':
        return knows(before, [command.to], [command.instance])
          ? move(model, command.instance, command.to)
          : answer(model, notFound);
      case 'label':
        return knows(before, [], [command.instance])
          ? label(model, command.instance, command.name)
          : answer(model, notFound);
      case 'invite':
        return invite(model, command.instance);
      case 'deactivate-instance':
        return runDeactivation(model, command.instance);
      case 'deactivate':
        return deactivate(model, command.customer, worker);
      case 'reactivate':
        return reactivate(model, command.customer);
      case 'merge':
        return command.source === command.target || knows(before, [command.source, command.target], [])
          ? merge(model, command.source, command.target)
          : answer(model, notFound);
    }
  },
});
