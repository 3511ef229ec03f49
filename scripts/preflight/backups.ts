import { DescribeRegionSettingsCommand } from '@aws-sdk/client-backup';
import { ok, warning, type Item } from './item.ts';
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

/** Whether AWS Backup is turned on for tables. */
export const backups: Check = {
  name,
  actions: ['backup:DescribeRegionSettings'],
  look: async (subject) => (subject.stage.backup === undefined ? [] : [await optIn(subject)]),
};
