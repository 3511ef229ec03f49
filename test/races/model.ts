/** Customers and instances as sequential callers see them change: the model for racing callers. */

export type CustomerName = 'a' | 'b' | 'c';
export type InstanceKey = 'k1' | 'k2' | 'k3' | 'k4';

export interface ModelCustomer {
  readonly name: string;
  readonly status: 'active' | 'inactive' | 'merged';
  readonly mergedInto: CustomerName | null;
  /** Rises with each change of `updated_at`. */
  readonly version: number;
  readonly count: number;
}

export interface ModelInstance {
  readonly owner: CustomerName;
  readonly name: string | null;
  readonly status: 'created' | 'awaiting_connection' | 'deactivating' | 'inactive';
}

/** The work on a customer's instances: whose it is, and whether it is done. */
export interface ModelJob {
  readonly worker: number;
  readonly finished: boolean;
}

export interface Model {
  readonly customers: Readonly<Partial<Record<CustomerName, ModelCustomer>>>;
  readonly instances: Readonly<Partial<Record<InstanceKey, ModelInstance>>>;
  readonly jobs: Readonly<Partial<Record<CustomerName, ModelJob>>>;
  /** Of slots. */
  readonly limit: number;
  readonly taken: number;
}

export const emptyModel = (limit: number): Model => ({ customers: {}, instances: {}, jobs: {}, limit, taken: 0 });

export const isFull = ({ limit, taken }: Model): boolean => taken >= limit;

export const withCustomer = (model: Model, name: CustomerName, customer: ModelCustomer): Model => ({
  ...model,
  customers: { ...model.customers, [name]: customer },
});

export const withInstance = (model: Model, key: InstanceKey, instance: ModelInstance): Model => ({
  ...model,
  instances: { ...model.instances, [key]: instance },
});

export const withJob = (model: Model, name: CustomerName, job: ModelJob | undefined): Model => ({
  ...model,
  jobs: { ...model.jobs, [name]: job },
});

const instanceKeys = ['k1', 'k2', 'k3', 'k4'] as const;

/** The customer's instances, inactive ones included. */
const instancesOf = ({ instances }: Model, owner: CustomerName): readonly InstanceKey[] =>
  instanceKeys.filter((key) => instances[key]?.owner === owner);

export const instancesLeft = (model: Model, owner: CustomerName): readonly InstanceKey[] =>
  instancesOf(model, owner).filter((key) => model.instances[key]?.status !== 'inactive');
