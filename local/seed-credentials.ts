import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const partner = z.object({
  partner_id: z.string(),
  api_key: z.string().optional(),
  read_only_api_key: z.string().optional(),
  webhook_secret: z.string().optional(),
});
/** The credentials of a seeded partner; after an interrupted start, only some of them. */
export type PartnerCredentials = z.infer<typeof partner>;

const kept = z.object({ partners: z.record(z.string(), partner) });

/** The seeded partners' credentials. The service shows a secret only once, so they are kept here for later starts. */
export interface SeedCredentials {
  /** @param number of the partner: 1, 2, … */
  read(number: number): PartnerCredentials | undefined;
  write(number: number, credentials: PartnerCredentials): void;
}

const load = (file: string | undefined): z.infer<typeof kept> => {
  if (file === undefined || !existsSync(file)) return { partners: {} };
  try {
    return kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} can't be read; start with --fresh to delete it`, { cause: error });
  }
};

/** @param directory undefined: they are kept in memory only */
export const openSeedCredentials = (directory: string | undefined): SeedCredentials => {
  const file = directory === undefined ? undefined : path.join(directory, 'credentials.json');
  const { partners } = load(file);
  const save = (): void => {
    if (file === undefined) return;
    mkdirSync(path.dirname(file), { recursive: true });
    // Renamed after it is complete, so that a crash leaves the old file or the new one.
    writeFileSync(`${file}.new`, `${JSON.stringify({ partners }, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return {
    read: (number) => partners[String(number)],
    write: (number, credentials) => {
      partners[String(number)] = credentials;
      save();
    },
  };
};
