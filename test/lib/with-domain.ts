import { fewestCallsPerAddress } from '../../lib/address.ts';
import type { Domain, Edge } from '../../lib/domain.ts';
import { staging, type DeployedStage } from '../../lib/stages.ts';

const certificateIn = (region: string): string =>
  `arn:aws:acm:${region}:111122223333:certificate/8bc7b4a8-1111-4222-8333-444455556666`;

export const hostedZone = { id: 'Z0123456789ABCDEFGHIJ', name: 'partner-api.test' };
export const edge: Edge = {
  certificateArn: certificateIn('us-east-1'),
  callsPerAddress: fewestCallsPerAddress(staging.rateScale),
};

/** The stage `staging` under `api.partner-api.test`. */
export const withDomain = (domain: Partial<Domain> = {}): DeployedStage => ({
  ...staging,
  domain: {
    name: 'api.partner-api.test',
    certificateArn: certificateIn(staging.region),
    directAccess: 'closed',
    ...domain,
  },
});
