import * as z from 'zod/mini';
import { publishableKey } from '../../domain/credentials.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { isoOf } from '../../domain/time.ts';
import { readPublishableKeys } from '../../store/callers.ts';
import { commit, persist } from '../../store/commit.ts';
import { publishableKeysClause } from '../../store/partners.ts';
import { command } from '../command.ts';

/** Two, so that portals can take up the new key before the old one goes. */
const maxValid = 2;

export const issuePublishableKey = command({
  input: z.object({}),
  run: (deps, run) =>
    persist(deps.patience, async () => {
      const { revision, keys } = await readPublishableKeys(deps.table);
      const valid = keys.filter((key) => key.revoked_at === null);
      if (valid.length >= maxValid) {
        throw new ServiceError('invalid_state', `the stage has ${maxValid} valid publishable keys; revoke one first`);
      }
      const key = {
        value: publishableKey(deps.keyEnvironment, deps.randomBytes(18)),
        created_at: isoOf(run.now),
        revoked_at: null,
      };
      await commit(deps.table, [
        publishableKeysClause(deps.table, revision + 1, [...keys, key]),
        run.audit({ publishable_key: key.value }),
      ]);
      return { key };
    }),
});

export const listPublishableKeys = command({
  input: z.object({}),
  run: async (deps) => ({ keys: (await readPublishableKeys(deps.table)).keys }),
});

export const revokePublishableKey = command({
  input: z.object({ value: z.string().check(z.minLength(1)) }),
  run: (deps, run, { value }) =>
    persist(deps.patience, async () => {
      const { revision, keys } = await readPublishableKeys(deps.table);
      const found = keys.find((key) => key.value === value);
      if (found === undefined) throw notFound('the publishable key');
      if (found.revoked_at !== null) return { key: found };
      const revoked = { ...found, revoked_at: isoOf(run.now) };
      await commit(deps.table, [
        publishableKeysClause(
          deps.table,
          revision + 1,
          keys.map((key) => (key.value === value ? revoked : key)),
        ),
        run.audit({ publishable_key: value }),
      ]);
      return { key: revoked };
    }),
});
