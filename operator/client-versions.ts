import { z } from 'zod';
import type { CommandResult } from './function-answer.ts';
import { table } from './layout.ts';
import type { Stage } from './stage.ts';

export const clientVersions = z.object({
  since: z.string(),
  clients: z.array(
    z.object({
      partner_id: z.string(),
      name: z.string(),
      client: z.string(),
      version: z.string(),
      calls: z.int(),
    }),
  ),
  cursor: z.string().nullable(),
});
type ClientVersions = Readonly<z.infer<typeof clientVersions>>;
type Line = ClientVersions['clients'][number];

const inOrder = (one: Line, other: Line): number =>
  one.client.localeCompare(other.client) || one.version.localeCompare(other.version, 'en', { numeric: true });

/** Asks page after page. @returns the lines with the oldest version of each client first */
export const askClientVersions = async (stage: Pick<Stage, 'run'>): Promise<CommandResult> => {
  const first = clientVersions.parse(await stage.run('partners clients', {}));
  const lines = [...first.clients];
  for (let { cursor } = first; cursor !== null;) {
    const page = clientVersions.parse(await stage.run('partners clients', { after: cursor }));
    lines.push(...page.clients);
    cursor = page.cursor;
  }
  return { ...first, clients: lines.toSorted(inOrder), cursor: null };
};

export const showClientVersions = ({ since, clients }: ClientVersions): string =>
  table(
    ['Client', 'Version', 'Partner ID', 'Name', `Calls since ${since}`],
    clients.map(({ client, version, partner_id: id, name, calls }) => [client, version, id, name, calls]),
    `No partner called with a client of the service since ${since}.`,
  );
