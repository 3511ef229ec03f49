import { settle } from '../../processes/background.ts';
import type { Stage } from '../../processes/stage.ts';
import { contactOf } from '../../harness/people.ts';
import type { Names } from '../queries.ts';
import { call, idIn, operate, type Given } from './calls.ts';

/** Four rows: one fails at once, and two are about one customer. */
const imported: Given = {
  customers: [
    { external_customer_id: 'row-1', customer_name: 'Row 1' },
    { external_customer_id: 'row-2' },
    { external_customer_id: 'row-3', customer_name: 'Row 3' },
    { external_customer_id: 'row-1', customer_name: 'Row 1 again' },
  ],
};

/** Creates or changes a customer, by the key or by a member. */
const upsert = async (stage: Stage, external: string, given: Given, bearer?: string): Promise<string> => {
  const asked = { external_customer_id: external, ...given };
  return idIn((await call(stage, 'POST', 'upsert-partner-customer', asked, bearer)).customer?.customer_id);
};

const update = async (stage: Stage, customer_id: string, changes: Given, bearer?: string): Promise<void> => {
  const given = { customer_id, changes, reason: 'The customer asked for it' };
  await call(stage, 'PATCH', 'update-partner-customer', given, bearer);
};

type CustomerNames = Pick<
  Names,
  'customer' | 'external' | 'target' | 'merged' | 'inactive' | 'erased' | 'erasing' | 'changed' | 'import'
>;

/** Customers with every kind of change in their histories, by the key and by a member; their events are delivered. */
export const customersOf = async (stage: Stage): Promise<CustomerNames> => {
  const { partnerId } = stage.partner;
  const external = 'C-100';
  const metadata = { plan: 'gold', region: 'berlin' };
  const customer = await upsert(stage, external, { ...contactOf(1), customer_name: 'Café Müller & Söhne', metadata });
  const others: string[] = [];
  for (let index = 2; index < 9; index += 1) {
    const bearer = index % 2 === 0 ? stage.member : undefined;
    others.push(await upsert(stage, `C-10${index}`, { ...contactOf(index) }, bearer));
  }
  const [target = '', merged = '', inactive = '', erased = '', erasing = '', changed = '', back = ''] = others;
  await update(stage, customer, { customer_email: 'kasse@mueller.example', customer_phone: '+49 30 901820' });
  await update(stage, changed, { customer_name: 'Anna Alt' }, stage.member);
  await update(stage, changed, { customer_phone: null });
  for (const id of [erased, erasing]) await update(stage, id, { customer_name: `Anna ${id.slice(0, 4)}` });
  const both = { source_customer_id: merged, target_customer_id: target };
  await call(stage, 'POST', 'merge-partner-customers', { ...both, reason: 'The same firm' });
  for (const customer_id of [inactive, back]) await call(stage, 'POST', 'deactivate-partner-customer', { customer_id });
  await call(stage, 'POST', 'reactivate-partner-customer', { customer_id: back });
  const begun = await call(stage, 'POST', 'import-partner-customers', imported);
  await settle(stage.surroundings);
  await operate(stage, 'customers erase', { partner_id: partnerId, customer_id: erased });
  await settle(stage.surroundings);
  return { customer, external, target, merged, inactive, erased, erasing, changed, import: idIn(begun.import?.id) };
};
