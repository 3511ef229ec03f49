import { paginateListBackupVaults } from '@aws-sdk/client-backup';
import { DescribeKeyCommand, NotFoundException } from '@aws-sdk/client-kms';
import { ListResourceRecordSetsCommand } from '@aws-sdk/client-route-53';
import { HeadBucketCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { connectNameOf, edgeNameOf, edgeRegion, originNameOf } from '../../lib/address.ts';
import { backupVaultOf, copiesVaultOf, replicaKeyArnOf } from '../../lib/disasters.ts';
import { portalBucketPrefixOf } from '../../lib/portal/bucket-name.ts';
import type { StagePart } from '../../lib/stage-stacks.ts';
import type { DeployedStage } from '../../lib/stages.ts';
import type { Clients } from './clients.ts';
import { missing, ok, type Item } from './item.ts';
import { unknown, type Check } from './subject.ts';

const name = 'names';
const actions = ['backup:ListBackupVaults', 'kms:DescribeKey', 'route53:ListResourceRecordSets', 's3:ListBucket'];

/** Something that a stack creates under a name of the stage's, and that may be there before: left by the stack, or made by hand. */
interface NamedResource {
  readonly what: string;
  readonly name: string;
  readonly part: StagePart;
  readonly logicalId: string;
  readonly cure: string;
  readonly isThere: (clients: Clients) => Promise<boolean>;
}

/** A vault with backups is not deleted: https://docs.aws.amazon.com/aws-backup/latest/devguide/API_DeleteBackupVault.html */
const vaultsOf = ({ name: stage, backup }: DeployedStage): readonly NamedResource[] => {
  if (backup === undefined) return [];
  const vaults = [
    { part: 'service', logicalId: 'BackupVault', name: backupVaultOf(stage, backup) },
    { part: 'copies', logicalId: 'CopiesVault', name: copiesVaultOf(stage, backup) },
  ] as const;
  return vaults.map((vault) => ({
    ...vault,
    what: 'vault of earlier backups',
    cure: `Set backup.generation of the stage in lib/stages.ts to ${(backup.generation ?? 1) + 1}: docs/operations/disasters.md.`,
    isThere: async ({ backup: client }) => {
      for await (const { BackupVaultList: found = [] } of paginateListBackupVaults({ client }, {}))
        if (found.some(({ BackupVaultName: one }) => one === vault.name)) return true;
      return false;
    },
  }));
};

/**
 * A key has one replica in a region, which is there until it is deleted, days after its stack:
 * https://docs.aws.amazon.com/kms/latest/developerguide/multi-region-keys-delete.html
 */
const replicaKeyOf = ({ replica }: DeployedStage): readonly NamedResource[] => {
  if (replica === undefined) return [];
  const { region, keyArn } = replica;
  const arn = replicaKeyArnOf(replica);
  const id = keyArn.replace(/^.*\//, '');
  return [
    {
      what: 'replica of the key',
      name: id,
      part: 'replica',
      logicalId: 'ReplicaKey',
      cure: `Set another replica.region. If aws kms describe-key --region ${region} --key-id ${id} says REPLICA, and never if it says PRIMARY, you can delete it and deploy when it is gone: aws kms schedule-key-deletion --region ${region} --key-id ${id} --pending-window-in-days 7`,
      isThere: async ({ kms }) => {
        try {
          await kms.send(new DescribeKeyCommand({ KeyId: arn }));
          return true;
        } catch (error) {
          if (error instanceof NotFoundException) return false;
          throw error;
        }
      },
    },
  ];
};

/** The bucket is retained with the data: https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html#API_CreateBucket_Errors */
const portalBucketOf = ({ name: stage, portal, account }: DeployedStage): readonly NamedResource[] => {
  if (portal === undefined || account === undefined) return [];
  const bucket = `${portalBucketPrefixOf(stage)}-${account}-${edgeRegion}-an`;
  const isThere: NamedResource['isThere'] = async ({ s3 }) => {
    try {
      await s3.send(new HeadBucketCommand({ Bucket: bucket }));
      return true;
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false;
      throw error;
    }
  };
  const cure = `Keep its status page elsewhere if you need it, then: aws s3 rb --force --region ${edgeRegion} s3://${bucket}`;
  return [
    { what: 'bucket of an earlier portal', name: bucket, part: 'edge', logicalId: 'PortalBucket', cure, isThere },
  ];
};

/** A name with a CNAME has no other record: https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/ResourceRecordTypes.html#CNAMEFormat */
const recordsOf = (stage: DeployedStage): readonly NamedResource[] => {
  const { domain } = stage;
  if (domain?.hostedZone === undefined) return [];
  const { id: zone } = domain.hostedZone;
  const connect = connectNameOf(stage);
  const records = [
    { name: domain.name, part: 'service', logicalId: 'AddressRecord' },
    ...(domain.edge === undefined
      ? []
      : ([
          { name: originNameOf(domain), part: 'service', logicalId: 'AddressOriginRecord' },
          { name: edgeNameOf(domain), part: 'edge', logicalId: 'EdgeRecord' },
        ] as const)),
    ...(connect === null ? [] : [{ name: connect, part: 'service', logicalId: 'AddressConnectRecord' } as const]),
  ] as const;
  return records.map((record) => ({
    ...record,
    what: 'DNS record',
    cure: `Delete it right before the deployment: aws route53 list-resource-record-sets --hosted-zone-id ${zone} shows it.`,
    isThere: async ({ route53 }) => {
      const asked = { HostedZoneId: zone, StartRecordName: record.name, MaxItems: 10 };
      const { ResourceRecordSets: found = [] } = await route53.send(new ListResourceRecordSetsCommand(asked));
      return found.some(
        ({ Name, Type = '' }) => Name?.replace(/\.$/, '') === record.name && ['A', 'AAAA', 'CNAME'].includes(Type),
      );
    },
  }));
};

/** All of them: test/lib/switches.proof.ts compares them with what is left when a value is switched off. */
export const namedResources = (stage: DeployedStage): readonly NamedResource[] => [
  ...vaultsOf(stage),
  ...replicaKeyOf(stage),
  ...portalBucketOf(stage),
  ...recordsOf(stage),
];

/** Whether the names that the stacks are about to create are free. CloudFormation takes over nothing that is there. */
export const takenNames: Check = {
  name,
  actions,
  look: async ({ stage, stacks }) => {
    const wanted = namedResources(stage);
    const found = await Promise.all(
      wanted.map(async ({ what, name: taken, part, logicalId, cure, isThere }): Promise<readonly Item[]> => {
        const of = stacks.find(({ planned }) => planned.part === part);
        if (of === undefined || of.stack?.physicalId(logicalId)?.replace(/\.$/, '') === taken) return [];
        const { name: stack, region } = of.planned;
        const problem = `the ${what} ${taken} exists in ${region}, and ${stack} does not have it`;
        try {
          return (await isThere(of.clients)) ? [missing(name, problem, cure)] : [];
        } catch (error) {
          // A name that cannot be checked hides no other.
          return [unknown({ name, actions }, error, `the ${what} ${taken}`)];
        }
      }),
    );
    const items = found.flat();
    return wanted.length > 0 && items.length === 0 ? [ok(name, 'all that a stack is about to create are free')] : items;
  },
};
