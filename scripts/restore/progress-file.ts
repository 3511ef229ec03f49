import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Failure } from '../../operator/failure.ts';
import { erasedFile } from '../backup/erasures.ts';
import { copied } from './copy-segments.ts';

const digest = z.object({ items: z.number(), sum: z.string() });

/** The source of a restore and its progress. It is written after each step. */
const restore = z.strictObject({
  stage: z.string(),
  /** The time of the restored state. */
  at: z.string(),
  /** The directory of an export; null: the table's own point-in-time recovery. */
  from: z.string().nullable(),
  /** The generations of the table. */
  damaged: z.number(),
  restored: z.number(),
  /** The generations that were kept before. */
  kept: z.array(z.number()),
  closed: z.boolean(),
  /** The customers that were erased since. Null: not known yet. */
  erased: erasedFile.nullable(),
  copied,
  /** The digest of the source. Null: not all of it is copied. */
  source: digest.nullable(),
  verified: z.boolean(),
  switched: z.boolean(),
  erasedAgain: z.boolean(),
  opened: z.boolean(),
});
export type Restore = Readonly<z.infer<typeof restore>>;

/** @throws Error when the text has not the progress of a restore */
export const progressIn = (text: string): Restore => restore.parse(JSON.parse(text));

/** @throws Failure when the file can't be read */
export const readProgress = (file: string): Restore | null => {
  if (!existsSync(file)) return null;
  try {
    return progressIn(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Failure('usage', 'unreadable_progress', `${file} can't be read`, {
      next: 'it has the progress of a restore: repair it, or move it away to begin another restore',
      cause: error,
    });
  }
};

/** Replaces the file atomically: a crash leaves the old one or the new one. */
export const writeProgress = (file: string, progress: Restore): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.${String(process.pid)}.new`;
  writeFileSync(fresh, `${JSON.stringify(progress)}\n`, { mode: 0o600 });
  renameSync(fresh, file);
};

export const removeProgress = (file: string): void => {
  rmSync(file, { force: true });
};
