/** Customers and lines as one caller after another would see them change: what racing callers are held against. */

export type CustomerName = 'a' | 'b' | 'c';
export type LineKey = 'k1' | 'k2' | 'k3' | 'k4';

export interface ModelCustomer {
  readonly name: string;
  readonly status: 'active' | 'inactive' | 'merged';
  readonly mergedInto: CustomerName | null;
  /** Rises with each change of `updated_at`. */
  readonly version: number;
  readonly count: number;
}

export interface ModelLine {
  readonly owner: CustomerName;
  readonly name: string | null;
  readonly status: 'created' | 'awaiting_connection' | 'deactivating' | 'inactive';
}

/** The work on a customer's lines: whose it is, and whether it is done. */
export interface ModelJob {
  readonly worker: number;
  readonly finished: boolean;
}

export interface Model {
  readonly customers: Readonly<Partial<Record<CustomerName, ModelCustomer>>>;
  readonly lines: Readonly<Partial<Record<LineKey, ModelLine>>>;
  readonly jobs: Readonly<Partial<Record<CustomerName, ModelJob>>>;
  /** Of slots. */
  readonly limit: number;
  readonly taken: number;
}

export const emptyModel = (limit: number): Model => ({ customers: {}, lines: {}, jobs: {}, limit, taken: 0 });

export const isFull = ({ limit, taken }: Model): boolean => taken >= limit;

export const withCustomer = (model: Model, name: CustomerName, customer: ModelCustomer): Model => ({
  ...model,
  customers: { ...model.customers, [name]: customer },
});

export const withLine = (model: Model, key: LineKey, line: ModelLine): Model => ({
  ...model,
  lines: { ...model.lines, [key]: line },
});

export const withJob = (model: Model, name: CustomerName, job: ModelJob | undefined): Model => ({
  ...model,
  jobs: { ...model.jobs, [name]: job },
});

const lineKeys = ['k1', 'k2', 'k3', 'k4'] as const;

/** The customer's lines, those that are left first of all. */
const linesOf = ({ lines }: Model, owner: CustomerName): readonly LineKey[] =>
  lineKeys.filter((key) => lines[key]?.owner === owner);

export const linesLeft = (model: Model, owner: CustomerName): readonly LineKey[] =>
  linesOf(model, owner).filter((key) => model.lines[key]?.status !== 'inactive');
