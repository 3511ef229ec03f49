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

/** The replica of a stage, with a standby. */
export const withStandby = ({ region: home }: DeployedStage, region: string) => ({
  region,
  keyArn: `arn:aws:kms:${home}:111122223333:key/mrk-${'a'.repeat(32)}`,
  table: true,
  standby: {
    streamArn: `arn:aws:dynamodb:${region}:111122223333:table/replicated/stream/2026-01-01T00:00:00.000`,
    generation: 1,
    certificateArn: certificateIn(region),
  },
});

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
