import { replicaKeyArnOf, type ReplicaRegion } from './disasters.ts';
import type { Domain } from './domain.ts';
import type { StageTables } from './stage-tables.ts';

interface Stage {
  readonly name: string;
  readonly tables: StageTables;
  readonly data: object;
  readonly alarms: object;
  readonly domain?: Domain;
  readonly replica?: ReplicaRegion;
}

/** What serves another region, or writes what the serving stage writes, comes with the fail-over. */
const whileClosed = ({ tables: { serving }, data, alarms }: Stage) => ({
  tables: { serving, beside: [], maintenance: 'closed' } satisfies StageTables,
  // It has no data yet, and a failed creation has to be deletable: docs/adr/0015-first-creation.md.
  data: { ...data, deletionProtection: false },
  alarms: { ...alarms, subscribers: { page: [], ticket: [] } },
  portal: undefined,
  noticesFrom: undefined,
  probe: undefined,
});

/**
 * The stage in the region of its replica: closed, until `npm run fail-over`. It has no reference to a stack of the first region.
 * Null without `replica.standby`, and after a restore until `standby` names the new table: docs/operations/disasters.md
 */
export const standbyOf = <S extends Stage>(stage: S): S | null => {
  const { replica, tables, domain } = stage;
  const standby = replica?.standby;
  if (replica === undefined || standby === undefined) return null;
  if (tables.failedOver !== true && tables.serving !== standby.generation) return null;
  const { certificateArn } = standby;
  return {
    ...stage,
    region: replica.region,
    keyArn: replicaKeyArnOf(replica),
    replicaTable: { ...standby, of: stage },
    // The records are the first region's until a person points them here.
    domain: domain && certificateArn !== undefined ? { ...domain, certificateArn, hostedZone: undefined } : undefined,
    replica: undefined,
    backup: undefined,
    budget: null,
    delivery: undefined,
    ...(tables.failedOver === true ? {} : whileClosed(stage)),
  };
};

/** The stage, in the other region after a fail-over. @throws Error when the fail-over has no standby */
export const whereItServes = <S extends Stage>(stage: S): S => {
  if (stage.tables.failedOver !== true) return stage;
  const standby = standbyOf(stage);
  if (standby === null) throw new Error(`${stage.name} has failed over: its replica.standby must stay`);
  return standby;
};
