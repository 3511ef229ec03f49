import type { Access } from './access.ts';
import { upsertOf, type Customers, type Outcome } from './customers.ts';
import { sendAndHangUp } from './hang-up.ts';
import { idOf, type Row } from './rows.ts';
import type { Screen } from './screen.ts';

/** A row that was sent twice, because the first answer was lost. */
export interface CutOff {
  readonly row: Row;
  readonly existedBefore: boolean;
  /** Whether the first call had been carried out when the second one was sent. */
  readonly arrived: boolean;
  readonly outcome: Outcome;
}

/** A row from the middle whose customer is in no other row. */
export const chooseVictim = (rows: readonly Row[]): Row | undefined => {
  const from = rows.slice(Math.floor(rows.length / 2));
  return from.find((row) => idOf(row) !== '' && rows.every((other) => other === row || idOf(other) !== idOf(row)));
};

const looks = 40;

/** Waits a moment for the first call to be carried out. */
const arrives = async (customers: Customers, externalId: string): Promise<boolean> => {
  for (let look = 0; look < looks; look += 1) if ((await customers.find(externalId)) !== null) return true;
  return false;
};

/** What a backend does after a broken connection: it can't know whether the call was carried out, so it repeats the call. */
export const cutOffAndRepeat = async (
  access: Access,
  customers: Customers,
  row: Row,
  idempotencyKey: string,
): Promise<CutOff> => {
  const existedBefore = (await customers.find(idOf(row))) !== null;
  const command = { route: 'upsert-partner-customer', ...upsertOf(row.customer) };
  await sendAndHangUp(access, command, idempotencyKey);
  const arrived = await arrives(customers, idOf(row));
  return { row, existedBefore, arrived, outcome: await customers.upsert(row.customer, idempotencyKey) };
};

/** @returns whether the call was carried out once */
export const reportCutOff = async (
  customers: Customers,
  screen: Screen,
  { row, outcome, arrived }: CutOff,
): Promise<boolean> => {
  screen.line('');
  screen.line(`Row ${row.line} was sent, and the connection was cut before the answer.`);
  if (!outcome.ok) {
    screen.line(`Sent again with the same Idempotency-Key: ${outcome.status} ${outcome.message}`);
    return false;
  }
  const { items, total } = await customers.history(outcome.customer.customer_id);
  const once = total === 1 && items[0]?.event === 'customer_created';
  const said = outcome.replayed ? `${outcome.status} with Idempotent-Replayed: true` : String(outcome.status);
  screen.line(
    `${arrived ? 'The call had been carried out' : 'The call had not arrived'}; sent again with the same Idempotency-Key: ${said}.`,
  );
  screen.line(
    `Its customer's history has ${total} ${total === 1 ? 'entry' : 'entries'}: ${once ? 'carried out once.' : 'NOT carried out once!'}`,
  );
  return once;
};
