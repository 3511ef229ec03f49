import { z } from 'zod';

/**
 * The maintenance modes while a table is restored: docs/operations/restoring.md.
 * - `off`: no maintenance.
 * - `closed`: calls are answered with 503, and no worker, sweep or reader of the stream runs.
 * - `erasing`: calls are answered with 503. Only the functions that erasures need run.
 * - `opening`: everything runs, but a release is not gradual and no alarm rolls it back.
 */
const maintenances = ['off', 'closed', 'erasing', 'opening'] as const;
export type Maintenance = (typeof maintenances)[number];

const generation = z.int().min(1);

const stageTables = z
  .strictObject({
    /** The generation of the table that the functions work on. */
    serving: generation,
    /** Other generations in the stack: one that is being filled, or one that served before. */
    beside: z.array(generation),
    maintenance: z.enum(maintenances),
    /** Whether the stage serves in the region of its replica. `npm run fail-over` writes it. */
    failedOver: z.boolean().optional(),
  })
  .refine(({ serving, beside }) => new Set([serving, ...beside]).size === beside.length + 1, {
    error: 'each generation of the table must be named once',
  });
export type StageTables = Readonly<z.infer<typeof stageTables>>;

/** The tables of a stage whose table was never restored. */
export const firstTable: StageTables = { serving: 1, beside: [], maintenance: 'off' };

/** @throws ZodError that names the field */
export const readStageTables = (value: unknown): StageTables => stageTables.parse(value);

const tablesFile = z.strictObject({ staging: stageTables, production: stageTables });
export type TablesFile = z.infer<typeof tablesFile>;

/** The content of stage-tables.json. @throws ZodError that names the field */
export const readTablesFile = (value: unknown): TablesFile => tablesFile.parse(value);

/** The logical id of a generation. The first has no number, because it is older than generations. */
export const tableIdOf = (generation: number): string => `Table${generation === 1 ? '' : String(generation)}`;
