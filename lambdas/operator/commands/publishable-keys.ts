import * as z from 'zod/mini';
import { publishableKey } from '../../domain/credentials.ts';
import { invalidState, notFound } from '../../kernel/errors.ts';
import { isoOf, type Milliseconds, hour } from '../../kernel/time.ts';
import { isValid, readPublishableKeys, type PublishableKey } from '../../store/partners/callers.ts';
import { commit, persist } from '../../store/table/commit.ts';
import { publishableKeysClause } from '../../store/partners/partners.ts';
import { command, retried, type OperatorDeps, type Run } from '../command.ts';

/** Two, so that portals can deploy a new key before the old one ends. */
const maxValid = 2;
/** Every partner's portal contains the key, so that a long overlap is possible. */
const maxOverlapHours = 90 * 24;
const usualOverlapHours = 7 * 24;

const shown = (key: PublishableKey, now: Milliseconds) => ({ ...key, valid: isValid(key, now) });

/** Adds a key, and changes the others by `keep`. */
const addKey = (
  deps: OperatorDeps,
  run: Run,
  keep: (valid: readonly PublishableKey[], key: PublishableKey) => PublishableKey,
): Promise<{ readonly keys: readonly PublishableKey[]; readonly key: PublishableKey }> =>
  persist(deps.retryPolicy, async () => {
    const { revision, keys: existing } = await readPublishableKeys(deps.table);
    const valid = existing.filter((key) => isValid(key, run.now));
    if (valid.length >= maxValid) {
      throw invalidState('too_many_keys', `the stage has ${maxValid} valid publishable keys; revoke one first`);
    }
    const key = {
      value: publishableKey(deps.keyEnvironment, deps.randomBytes(18)),
      created_at: isoOf(run.now),
      revoked_at: null,
    };
    const keys = [...existing.map((other) => keep(valid, other)), key];
    await commit(deps.table, [
      publishableKeysClause(deps.table, revision + 1, keys),
      run.audit({ publishable_key: key.value }),
    ]);
    return { keys, key };
  });

export const issuePublishableKey = command({
  input: z.object({}),
  run: async (deps, run) => ({ key: shown((await addKey(deps, run, (_, other) => other)).key, run.now) }),
});

/** Issues a key. The previous key ends after the overlap. */
export const rotatePublishableKey = command({
  input: z.object({
    overlap_hours: z._default(z.int().check(z.gte(0), z.lte(maxOverlapHours)), usualOverlapHours),
  }),
  run: async (deps, run, { overlap_hours: hours }) => {
    const ends = isoOf(run.now + hours * hour);
    const ending = (valid: readonly PublishableKey[], key: PublishableKey): PublishableKey =>
      valid.includes(key) ? { ...key, revoked_at: ends } : key;
    const { key, keys } = await addKey(deps, run, ending);
    const previous = keys.find(({ revoked_at: revoked }) => revoked === ends);
    return { key: shown(key, run.now), previous: previous === undefined ? null : shown(previous, run.now) };
  },
});

export const listPublishableKeys = command({
  input: z.object({}),
  run: async (deps, run) => ({
    keys: (await readPublishableKeys(deps.table)).keys.map((key) => shown(key, run.now)),
  }),
});

export const revokePublishableKey = retried({
  input: z.object({ value: z.string().check(z.minLength(1)) }),
  run: async (deps, run, { value }) => {
    const { revision, keys } = await readPublishableKeys(deps.table);
    const found = keys.find((key) => key.value === value);
    if (found === undefined) throw notFound('the publishable key');
    if (!isValid(found, run.now)) return { key: shown(found, run.now) };
    const revoked = { ...found, revoked_at: isoOf(run.now) };
    const next = keys.map((key) => (key.value === value ? revoked : key));
    await commit(deps.table, [
      publishableKeysClause(deps.table, revision + 1, next),
      run.audit({ publishable_key: value }),
    ]);
    return { key: shown(revoked, run.now) };
  },
});
