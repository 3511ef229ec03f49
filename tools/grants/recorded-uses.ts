import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { GrantUse } from '@swift-worker/local-cloud/grant-uses.ts';

const Uses = z.array(
  z.object({
    function: z.string(),
    action: z.string(),
    resource: z.string(),
    purpose: z.string().nullable(),
    allowed: z.boolean(),
  }),
);

/** The uses that stacks recorded in `GRANTS_DIRECTORY`, each once. @throws Error when there is no record */
export const recordedUses = (folder: string): readonly GrantUse[] => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  if (files.length === 0) throw new Error(`${folder} has no record`);
  const uses = files.flatMap((name) => Uses.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))));
  return [...new Map(uses.map((use) => [JSON.stringify(Object.values(use)), use])).values()];
};
