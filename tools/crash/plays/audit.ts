import { copyChange } from '../../../lambdas/audit/copy-change.ts';
import type { AuditChange } from '../../../lambdas/domain/audit-copy.ts';
import { isAuditRecord } from '../../../lambdas/audit/audit-records.ts';
import { relayAudit } from '../../../lambdas/audit/relay-audit.ts';
import { auditChangeIn } from '../../../lambdas/runtime/audit-queue.ts';
import { openTableStream } from '../../harness/table-stream.ts';
import type { Play } from '../play.ts';
import { queueOf } from '../queue-addresses.ts';
import type { Stage } from '../stage.ts';
import { done } from '../told.ts';

/** A command that is in the audit trail. @returns the records of the stream */
const audited = async (stage: Stage): Promise<readonly unknown[]> => {
  // Before it, a whole run has written more records than are worth keeping.
  const stream = await openTableStream(stage.surroundings.table, '', 'AUDIT#');
  await stream.read();
  await stage.operate(stage.sound(), 'publishable-keys issue', {});
  const records = (await stream.read()).filter(isAuditRecord);
  stream.close();
  return records;
};

const relaying: Play = {
  name: 'journal',
  about: 'an entry of the audit trail',
  prepare: async (stage) => {
    const records = await audited(stage);
    return {
      again: 'queue',
      act: async (it) => ({ ...done, isFinal: (await relayAudit(it.auditRelay, records, Infinity)).length === 0 }),
    };
  },
};

const copying = (about: string, changesOf: (change: AuditChange) => readonly AuditChange[]): Play => ({
  name: 'audit-copy',
  about,
  prepare: async (stage) => {
    await relayAudit(stage.sound().auditRelay, await audited(stage), Infinity);
    const messages = stage.surroundings.queues.get(queueOf('audit')) ?? [];
    const changes = messages.map(auditChangeIn).flatMap(changesOf);
    return {
      again: 'queue',
      act: async (it) => {
        for (const change of changes) await copyChange(it.auditBucket, change);
        return done;
      },
    };
  },
});

export const auditPlays: readonly Play[] = [
  relaying,
  copying('an entry of the audit trail', (change) => [change]),
  copying('an entry that was changed, and put over another one', (change) => [
    change,
    { ...change, change: 'MODIFY', sequenceNumber: '1', before: change.after },
    { ...change, sequenceNumber: '2', after: { ...change.after, action: 'another' } },
  ]),
];
