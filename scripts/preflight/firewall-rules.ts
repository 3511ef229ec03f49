import { ListAvailableManagedRuleGroupVersionsCommand, type WAFV2Client } from '@aws-sdk/client-wafv2';
import { edgeRegion } from '../../lib/address.ts';
import { managedRuleGroups } from '../../lib/firewall-rules.ts';
import { missing, ok, type Item } from './item.ts';
import type { Check } from './subject.ts';

const name = 'firewall rules';

/**
 * The versions that may be used, the newest first. AWS leaves a version out from the day on which it schedules its end, weeks before it expires:
 * https://docs.aws.amazon.com/waf/latest/APIReference/API_UpdateManagedRuleSetVersionExpiryDate.html
 */
const versionsOf = async (waf: WAFV2Client, group: string): Promise<readonly string[]> => {
  const asked = { VendorName: 'AWS', Name: group, Scope: 'CLOUDFRONT' } as const;
  const { Versions: versions = [] } = await waf.send(new ListAvailableManagedRuleGroupVersionsCommand(asked));
  return versions.map(({ Name: version = '' }) => version);
};

const lookAt = async (waf: WAFV2Client, group: string, version: string): Promise<Item> => {
  const versions = await versionsOf(waf, group);
  if (versions.includes(version)) return ok(name, `${group} has ${version}`);
  return missing(
    name,
    `${group} has no ${version} any more: it expires soon, or has expired`,
    `Take one of ${versions.join(', ')} in lib/firewall-rules.ts, with its rules: https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-changelog.html`,
  );
};

/** Whether the versions of AWS's rules that the firewall of the edge names are neither expired nor about to. */
export const firewallRules: Check = {
  name,
  actions: ['wafv2:ListAvailableManagedRuleGroupVersions'],
  look: ({ clientsIn, stage }) => {
    if (stage.domain?.edge === undefined) return Promise.resolve([]);
    const { waf } = clientsIn(edgeRegion);
    return Promise.all(
      managedRuleGroups.flatMap(({ name: group, version }) =>
        version === undefined ? [] : [lookAt(waf, group, version)],
      ),
    );
  },
};
