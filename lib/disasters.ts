/** What a stage keeps elsewhere, for when its region, its account or its data is lost: docs/operations/disasters.md. */

/** Daily backups of the table, with a copy in another region. */
export interface BackupCopies {
  /** Where the copies go. It must not be the stage's. */
  readonly region: string;
  /** How long a backup and its copies are kept, from 7 days. */
  readonly keepDays: number;
  /** A vault of another account in that region, which takes a second copy. Its policy must allow this account. */
  readonly accountVaultArn?: string;
  /**
   * Which vaults of the stage, from 1, the default. A vault with recovery points can't be deleted, so it stays when backups are switched
   * off, and keeps its name: https://docs.aws.amazon.com/aws-backup/latest/devguide/deleting-a-vault.html. The next number has new names.
   */
  readonly generation?: number;
}

/** A replica of the table in another region. */
export interface ReplicaRegion {
  /** It must not be the stage's. */
  readonly region: string;
  /** The output KeyArn of the stage. */
  readonly keyArn: string;
  /** The replica of the key is deployed with `false` first, because the replica of the table needs it. */
  readonly table: boolean;
  /** A closed copy of the whole stage on the replica of the table, which `npm run fail-over` opens; without it, there is none. */
  readonly standby?: Standby;
}

export interface Standby {
  /** The LatestStreamArn of the table's replica. */
  readonly streamArn: string;
  /** The output TableGeneration of the stage. */
  readonly generation: number;
  /** The certificate of the stage's domain in the replica's region; required with a domain. */
  readonly certificateArn?: string;
}

interface Stage {
  readonly name: string;
  readonly region: string;
  readonly backup?: BackupCopies;
  readonly keyArn?: string;
  readonly replica?: ReplicaRegion;
  readonly domain?: object;
}

const checkStandby = ({ name, domain, replica }: Stage): void => {
  const standby = replica?.standby;
  if (replica === undefined || standby === undefined) return;
  if (!replica.table) throw new Error(`replica.standby of ${name} needs replica.table: it works on the replica`);
  if (!new RegExp(`^arn:aws:dynamodb:${replica.region}:\\d{12}:table/[^/]+/stream/.+$`).test(standby.streamArn))
    throw new Error(`replica.standby.streamArn of ${name} must be the ARN of a stream in ${replica.region}`);
  if (domain !== undefined && standby.certificateArn === undefined)
    throw new Error(`replica.standby.certificateArn of ${name} is missing: the domain needs it`);
};

const multiRegionKey = /^arn:aws:kms:([^:]+):\d{12}:key\/mrk-[0-9a-f]{32}$/;

/** @throws Error that names the value */
export const checkDisasters = (stage: Stage): void => {
  const { name, region, backup, keyArn, replica } = stage;
  checkStandby(stage);
  if (backup?.region === region) throw new Error(`backup.region of ${name} must not be the region of the stage`);
  if (replica?.region === region) throw new Error(`replica.region of ${name} must not be the region of the stage`);
  if (backup !== undefined && backup.keepDays < 7) throw new Error(`backup.keepDays of ${name} must be at least 7`);
  if (!Number.isSafeInteger(backup?.generation ?? 1) || (backup?.generation ?? 1) < 1) {
    throw new Error(`backup.generation of ${name} must be a whole number from 1`);
  }
  if (replica !== undefined && !multiRegionKey.test(replica.keyArn)) {
    throw new Error(`replica.keyArn of ${name} must be the ARN of a multi-Region key: the output KeyArn`);
  }
  if (keyArn !== undefined && multiRegionKey.exec(keyArn)?.[1] !== region) {
    throw new Error(`keyArn of ${name} must be the ARN of a replica of the key in ${region}: the output ReplicaKeyArn`);
  }
};

/** The ARN of the key's replica: a replica has the primary's key id. */
export const replicaKeyArnOf = ({ region, keyArn }: ReplicaRegion): string =>
  keyArn.replace(/^arn:aws:kms:[^:]+:/, `arn:aws:kms:${region}:`);

/** The ARN of the table's replica. */
export const tableArnOf = ({ streamArn }: Standby): string => streamArn.replace(/\/stream\/.*$/, '');

const generationOf = ({ generation = 1 }: BackupCopies): string => (generation === 1 ? '' : `-${generation}`);

/** The name of the vault for backups in the stage's region. */
export const backupVaultOf = (stage: string, backup: BackupCopies): string =>
  `swift-worker-${stage}${generationOf(backup)}`;

/** The name of the vault for copies in the other region. */
export const copiesVaultOf = (stage: string, backup: BackupCopies): string =>
  `swift-worker-${stage}-copies${generationOf(backup)}`;
