import { changeSome } from './changes.ts';
import type { Access, Client } from './client.ts';
import { customersOf } from './customers.ts';
import { importCustomers } from './import.ts';
import { lookAround } from './look-around.ts';
import { readCustomerFile } from './rows.ts';
import type { Screen } from './screen.ts';

export interface Demo {
  readonly access: Access & { readonly name: string };
  readonly client: Client;
  readonly csv: string;
  readonly screen: Screen;
}

/** Runs the demo. @returns whether the service did all that was expected */
export const runDemo = async ({ access, client, csv, screen }: Demo): Promise<boolean> => {
  const customers = customersOf(client);
  const file = readCustomerFile(csv);
  screen.heading(`The backend of ${access.name}, calling ${access.api_url}`);

  screen.heading(`1  Import ${file.rows.length} rows of customers`);
  const imported = await importCustomers({ client, customers, file, screen });

  screen.heading('2  Change some of them');
  const { changed, ok } = await changeSome(customers, file, screen);

  screen.heading('3  Look around');
  await lookAround(customers, changed, screen);

  screen.heading(imported && ok ? 'Done: everything as expected.' : 'NOT everything was as expected: see above.');
  return imported && ok;
};
