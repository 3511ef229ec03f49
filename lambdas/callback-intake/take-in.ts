import { createHash } from 'node:crypto';
import type { ReceivedChange } from '../domain/callback-message.ts';
import type { InstanceContent, PlatformChange, TemplateContent } from '../domain/platform-change.ts';
import type { TableDeps } from '../instances/instance-deps.ts';
import type { Log } from '../runtime/logger.ts';
import { markDealtWith, readDealtWith } from '../store/platform/platform-changes.ts';
import { applyToInstances } from './apply-to-instances.ts';
import { applyToTemplates } from './apply-to-templates.ts';
import { readChange } from './read-change.ts';

export interface IntakeDeps extends TableDeps {
  readonly log: Log;
}

/** A change that was not dealt with before. */
interface Fresh {
  readonly hash: string;
  readonly received: ReceivedChange;
}

/** What has to be done for some of the changes, together. */
interface Task {
  readonly hashes: readonly string[];
  readonly run: () => Promise<void>;
}

const hashOf = ({ entryId, time, field, value }: ReceivedChange): string =>
  createHash('sha256')
    .update(JSON.stringify([entryId, time, field, value ?? null]))
    .digest('base64url');

const freshOf = async (deps: IntakeDeps, changes: readonly ReceivedChange[]): Promise<readonly Fresh[]> => {
  const byHash = new Map(changes.map((received) => [hashOf(received), received]));
  const dealtWith = await readDealtWith(deps.table, Array.from(byHash.keys()));
  return Array.from(byHash, ([hash, received]) => ({ hash, received })).filter(({ hash }) => !dealtWith.has(hash));
};

/** What can't be understood is no better when it comes again; what is looked at from time to time heals it. */
const understood = (deps: IntakeDeps, { received }: Fresh): PlatformChange | null => {
  const { field, entryId: entry_id } = received;
  try {
    const change = readChange(received, deps.clock());
    if (change === null) deps.log.info('a change calls for nothing', { field, entry_id });
    return change;
  } catch (error) {
    deps.log.warn('a change of the platform could not be understood', { field, entry_id, error });
    return null;
  }
};

const isOfTemplate = (change: PlatformChange): change is PlatformChange<TemplateContent> =>
  change.content.about === 'template';
const isOfInstances = (change: PlatformChange): change is PlatformChange<InstanceContent> =>
  change.content.about === 'instances';

/** One task for all templates of a business account, which stand close together; and one for each other change. */
const tasksOf = (deps: IntakeDeps, fresh: readonly Fresh[]): readonly Task[] => {
  const read = fresh.map((it) => ({ ...it, change: understood(deps, it) }));
  const ofTemplates = read.flatMap(({ hash, change }) =>
    change !== null && isOfTemplate(change) ? [{ hash, change }] : [],
  );
  const ofInstances = read.flatMap(({ hash, change }) =>
    change !== null && isOfInstances(change) ? [{ hash, change }] : [],
  );
  const byWaba = Map.groupBy(ofTemplates, ({ change }) => change.wabaId);
  return [
    ...Array.from(byWaba, ([wabaId, some]) => ({
      hashes: some.map(({ hash }) => hash),
      run: () =>
        applyToTemplates(
          deps,
          wabaId,
          some.map(({ change }) => change),
        ),
    })),
    ...ofInstances
      .toSorted((left, right) => left.change.at - right.change.at)
      .map(({ hash, change }) => ({ hashes: [hash], run: () => applyToInstances(deps, change) })),
    { hashes: read.filter(({ change }) => change === null).map(({ hash }) => hash), run: () => Promise.resolve() },
  ];
};

/**
 * Deals with changes that the platform called back about, each once; one that fails keeps none of the others back.
 * @throws AggregateError when some failed: these are dealt with when the changes come again
 */
export const takeIn = async (deps: IntakeDeps, changes: readonly ReceivedChange[]): Promise<void> => {
  const failures: unknown[] = [];
  for (const { hashes, run } of tasksOf(deps, await freshOf(deps, changes))) {
    try {
      await run();
      await Promise.all(hashes.map((hash) => markDealtWith(deps.table, hash, deps.clock())));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} tasks failed`, { cause: failures[0] });
};
