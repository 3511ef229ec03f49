import { DescribeRegionSettingsCommand, paginateListBackupVaults } from '@aws-sdk/client-backup';
import { backupVaultOf, copiesVaultOf, type BackupCopies } from '../../lib/disasters.ts';
import { missing, ok, warning, type Item } from './item.ts';
import type { Check, Subject } from './subject.ts';

const name = 'backups';

const optIn = async ({ clients, stage: { region } }: Subject): Promise<Item> => {
  const settings = await clients.backup.send(new DescribeRegionSettingsCommand());
  const { ResourceTypeOptInPreference: kinds, ResourceTypeManagementPreference: managed } = settings;
  if (kinds?.['DynamoDB'] === true && managed?.['DynamoDB'] === true) {
    return ok(name, `AWS Backup backs up tables in ${region}`);
  }
  return warning(
    name,
    `AWS Backup does not back up tables in ${region}, or not with copies in other regions`,
    `aws backup update-region-settings --region ${region} --resource-type-opt-in-preference DynamoDB=true --resource-type-management-preference DynamoDB=true`,
  );
};

const isThere = async ({ clientsIn }: Subject, region: string, vault: string): Promise<boolean> => {
  for await (const { BackupVaultList: vaults = [] } of paginateListBackupVaults(
    { client: clientsIn(region).backup },
    {},
  )) {
    if (vaults.some(({ BackupVaultName: found }) => found === vault)) return true;
  }
  return false;
};

/** A vault that earlier backups left behind: CloudFormation can't create one of its name. */
const leftBehind = async (subject: Subject, backup: BackupCopies): Promise<readonly Item[]> => {
  const { stage, stack, stacks } = subject;
  const copies = stacks.find(({ planned }) => planned.part === 'copies')?.stack ?? null;
  const wanted = [
    { region: stage.region, vault: backupVaultOf(stage.name, backup), owned: stack?.physicalId('BackupVault') },
    { region: backup.region, vault: copiesVaultOf(stage.name, backup), owned: copies?.physicalId('CopiesVault') },
  ];
  const next = `Set backup.generation of the stage in lib/stages.ts to ${(backup.generation ?? 1) + 1}: docs/operations/disasters.md.`;
  const found = await Promise.all(
    wanted
      .filter(({ vault, owned }) => owned !== vault)
      .map(async ({ region, vault }) =>
        (await isThere(subject, region, vault))
          ? [missing(name, `the vault ${vault} in ${region} is of earlier backups, and its name is taken`, next)]
          : [],
      ),
  );
  return found.flat();
};

/** Whether AWS Backup is turned on for tables, and the names of the vaults are free. */
export const backups: Check = {
  name,
  actions: ['backup:DescribeRegionSettings', 'backup:ListBackupVaults'],
  look: async (subject) => {
    const { backup } = subject.stage;
    if (backup === undefined) return [];
    return [await optIn(subject), ...(await leftBehind(subject, backup))];
  },
};
