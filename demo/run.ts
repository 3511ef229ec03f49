import { changeSome } from './changes.ts';
import type { Client } from '../packages/client/src/client.ts';
import type { Access, RetryingClient } from './access.ts';
import { customersOf } from './customers.ts';
import { reportDelivery } from './delivery.ts';
import { showEvents } from './events.ts';
import { importFile } from './import.ts';
import { workOnLines } from './lines.ts';
import { lookAround } from './look-around.ts';
import { readCustomerFile } from './rows.ts';
import type { Screen } from './screen.ts';
import type { Surroundings } from './surroundings.ts';
import { synchroniseTemplates } from './templates.ts';

export interface Demo {
  readonly access: Access & { readonly name: string };
  readonly client: RetryingClient;
  /** With a member's token, not the partner's key. */
  readonly member: Client;
  readonly csv: string;
  /** How many message statuses to report. */
  readonly statuses: number;
  readonly screen: Screen;
  readonly surroundings: Surroundings;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** Runs the demo. @returns whether the service answered as expected */
export const runDemo = async (demo: Demo): Promise<boolean> => {
  const { access, client, screen, surroundings } = demo;
  const customers = customersOf(client);
  const file = readCustomerFile(demo.csv);
  screen.heading(`The backend of ${access.name}, calling ${access.api_url}`);

  screen.heading(`1  Import ${file.rows.length} rows of customers`);
  const imported = await importFile({ access, client, customers, file, screen, wait: demo.wait });

  screen.heading('2  Change some of them');
  const { changed, ok } = await changeSome(customers, file, screen);

  screen.heading('3  List and search customers');
  await lookAround(customers, changed, screen);

  screen.heading('4  Connect, move and deactivate instances');
  const linesOk = await workOnLines(client, file, surroundings, screen);

  screen.heading('5  Synchronise message templates');
  const templatesOk = await synchroniseTemplates(client, surroundings, screen);

  screen.heading('6  Report message statuses');
  const deliveryOk = await reportDelivery({ partner: client, member: demo.member }, demo.statuses, screen);

  screen.heading('7  The events that the endpoint received');
  await showEvents(surroundings, screen);

  const isAsExpected = imported && ok && linesOk && templatesOk && deliveryOk;
  screen.heading(isAsExpected ? 'Done. Everything was as expected.' : 'NOT everything was as expected: see above.');
  return isAsExpected;
};
