import { customersOf, type Customers } from './customers.ts';
import type { Client } from '../packages/client/src/client.ts';
import type { Instance } from '../packages/client/src/schemas.ts';
import { openLink } from './end-customer.ts';
import { instancesOf, type Ending, type Instances } from './instances.ts';
import { idOf, type CustomerFile } from './rows.ts';
import type { Screen } from './screen.ts';
import { withFault, type Surroundings } from './surroundings.ts';

const wanted = 20;
const keyOf = (index: number): string => `demo-line-${String(index + 1).padStart(2, '0')}`;
const said = ({ status, code, message }: Ending): string =>
  code === null ? String(status) : `${status} ${code}: ${message}`;

interface Connected {
  readonly line: Instance;
  readonly fresh: boolean;
}

const connect = async (instances: Instances, customerId: string, key: string): Promise<Connected> => {
  const existing = await instances.find(key);
  if (existing !== null && existing.status !== 'awaiting_connection') return { line: existing, fresh: false };
  const { link } = await instances.create(customerId, key);
  await openLink(link);
  const line = await instances.find(key);
  if (line === null) throw new Error(`${key} does not exist any more`);
  return { line, fresh: true };
};

/** Connects an instance for each of the first customers of the file. */
const connectAll = async (
  instances: Instances,
  customers: Customers,
  { rows }: CustomerFile,
  screen: Screen,
): Promise<Connected[]> => {
  const progress = screen.progress(wanted);
  const connected: Connected[] = [];
  for (const row of rows) {
    if (connected.length === wanted) break;
    const customer = idOf(row) === '' ? null : await customers.find(idOf(row));
    if (customer?.status !== 'active') continue;
    connected.push(await connect(instances, customer.customer_id, keyOf(connected.length)));
    progress.step();
  }
  progress.stop();
  return connected;
};

const company = async (customers: Customers, externalId: string, name: string): Promise<string> => {
  const existing = await customers.find(externalId);
  if (existing !== null) return existing.customer_id;
  const made = await customers.upsert({ external_customer_id: externalId, customer_name: name }, `demo-${externalId}`);
  if (!made.ok) throw new Error(made.message);
  return made.customer.customer_id;
};

/** Deactivates an instance while the platform fails, and again when it works. */
const takeDown = async (instances: Instances, line: Instance, surroundings: Surroundings, screen: Screen) => {
  if (line.status === 'inactive') {
    screen.line(`${line.instance_key} was deactivated in an earlier run`);
    return true;
  }
  const key = `demo-deactivate-${line.id}`;
  const number = line.platform_phone_number_id ?? '';
  const failed = await withFault(surroundings, number, () => instances.deactivate(line.id, key));
  screen.line(`Deactivated while the platform fails: ${said(failed)}`);
  const done = await instances.deactivate(line.id, `${key}-again`);
  screen.line(`Deactivated when it works again:      ${said(done)}`);
  return failed.code === 'remote_removal_failed' && done.status === 200;
};

/**
 * Connects instances of some customers, moves one, merges two customers, deactivates one instance.
 * @returns whether the service answered as expected
 */
export const workOnLines = async (
  client: Client,
  file: CustomerFile,
  surroundings: Surroundings,
  screen: Screen,
): Promise<boolean> => {
  const [customers, instances] = [customersOf(client), instancesOf(client)];
  const connected = await connectAll(instances, customers, file, screen);
  const fresh = connected.filter((one) => one.fresh).length;
  screen.line(`${connected.length} instances: ${fresh} connected now, ${connected.length - fresh} in an earlier run`);
  screen.table(
    ['line', 'number', 'status'],
    connected.slice(0, 5).map(({ line }) => [line.instance_key, line.display_phone_number ?? '–', line.status]),
  );
  const [first, second, third] = connected;
  if (first === undefined || second === undefined || third === undefined) return false;
  screen.line('');
  const moved = await instances.move(first.line.id, second.line.partner_customer_id);
  screen.line(`${first.line.instance_key} moved to another customer: ${said(moved)}`);
  const source = await company(customers, 'demo-sunrise', 'Bakery Sunrise');
  const target = await company(customers, 'demo-daybreak', 'Bakery Daybreak');
  const merged = await instances.merge(source, target);
  screen.line(`Bakery Sunrise merged into Bakery Daybreak: ${said(merged)}`);
  const down = await takeDown(instances, third.line, surroundings, screen);
  return moved.status === 200 && merged.code === null && down;
};
