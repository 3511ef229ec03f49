import { createHash } from 'node:crypto';
import type { ReceivedChange } from '../domain/callback-message.ts';
import type { InstanceContent, PlatformChange, TemplateContent } from '../domain/platform-change.ts';
import type { TableDeps } from '../lines/instance-deps.ts';
import type { Log } from '../runtime/logger.ts';
import { markDealtWith, readDealtWith } from '../store/platform/platform-changes.ts';
import { applyToInstances } from './apply-to-instances.ts';
import { applyToTemplates } from './apply-to-templates.ts';
import { readChange } from './read-change.ts';

export interface IntakeDeps extends TableDeps {
  /** The app of the stage at the platform; null without one. */
  readonly appId: string | null;
  readonly log: Log;
}

/** A change that was not handled before. */
interface Fresh {
  readonly hash: string;
  readonly received: ReceivedChange;
}

interface Task {
  readonly hashes: readonly string[];
  readonly run: () => Promise<void>;
}

/** By it a change that was handled is known. */
export const hashOf = ({ entryId, time, field, value }: ReceivedChange): string =>
  createHash('sha256')
    .update(JSON.stringify([entryId, time, field, value ?? null]))
    .digest('base64url');

const freshOf = async (deps: IntakeDeps, changes: readonly ReceivedChange[]): Promise<readonly Fresh[]> => {
  const byHash = new Map(changes.map((received) => [hashOf(received), received]));
  const dealtWith = await readDealtWith(deps.table, Array.from(byHash.keys()));
  return Array.from(byHash, ([hash, received]) => ({ hash, received })).filter(({ hash }) => !dealtWith.has(hash));
};

/** A change that cannot be read is not repeated. The scheduled refresh repairs its effect. */
const understood = (deps: IntakeDeps, { received }: Fresh): PlatformChange | null => {
  const { field, entryId: entry_id } = received;
  try {
    const change = readChange(received, deps.clock(), deps.appId);
    if (change === null) deps.log.info('a change needs no action', { field, entry_id });
    if (change?.content.about === 'operator') {
      deps.log.warn('the platform asks for an act of the operator', { event: change.content.event, entry_id });
      return null;
    }
    return change;
  } catch (error) {
    deps.log.warn('a change of the platform could not be read', { field, entry_id, error });
    return null;
  }
};

interface Read<Change = PlatformChange | null> {
  readonly hash: string;
  readonly change: Change;
}

const isOfTemplate = (read: Read): read is Read<PlatformChange<TemplateContent>> =>
  read.change?.content.about === 'template';
const isOfInstances = (read: Read): read is Read<PlatformChange<InstanceContent>> =>
  read.change?.content.about === 'instances';

const applied = async (deps: IntakeDeps, change: PlatformChange<InstanceContent>): Promise<void> => {
  if (await applyToInstances(deps, change)) return;
  deps.log.info('a change is about no instance of the service', { waba_id: change.wabaId });
};

/** One task for all templates of a business account, which share chunks, and one for each other change. */
const tasksOf = (deps: IntakeDeps, fresh: readonly Fresh[]): readonly Task[] => {
  const read = fresh.map((it): Read => ({ hash: it.hash, change: understood(deps, it) }));
  const byWaba = Map.groupBy(read.filter(isOfTemplate), ({ change }) => change.wabaId);
  const ofInstances = read.filter(isOfInstances).toSorted((left, right) => left.change.at - right.change.at);
  return [
    ...Array.from(byWaba, ([wabaId, some]) => {
      const changes = some.map(({ change }) => change);
      return { hashes: some.map(({ hash }) => hash), run: () => applyToTemplates(deps, wabaId, changes) };
    }),
    ...ofInstances.map(({ hash, change }) => ({ hashes: [hash], run: () => applied(deps, change) })),
    { hashes: read.filter(({ change }) => change === null).map(({ hash }) => hash), run: () => Promise.resolve() },
  ];
};

/**
 * Handles the changes of callbacks, each once. A failure does not stop the others.
 * @throws AggregateError when some failed; these are handled when the message is received again
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
