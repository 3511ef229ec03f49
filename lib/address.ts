import { rateLimits } from '../lambdas/domain/rate.ts';
import { accountOf } from './account-of.ts';
import type { Domain, Edge } from './domain.ts';
import type { StageConfig } from './stages.ts';

/** Null for the stage `local`, and for stages without a domain. */
export const domainOf = (stage: StageConfig): Domain | null => (stage.name === 'local' ? null : (stage.domain ?? null));

/** CloudFront accepts certificates and web ACLs of this region only: https://docs.aws.amazon.com/waf/latest/developerguide/cloudfront-features.html */
export const edgeRegion = 'us-east-1';

/** The origin of CloudFront: the API. */
export const originNameOf = ({ name }: Domain): string => `origin.${name}`;

/** The record of the distribution. The stage's stack refers to it by name and needs no output of the edge stack. */
export const edgeNameOf = ({ name }: Domain): string => `edge.${name}`;

/**
 * The host of the hosted pages in a stage with a portal, so that a script of theirs has another origin than the portal and the
 * API; null: they are on the host of the API.
 */
export const connectNameOf = (stage: StageConfig): string | null => {
  const domain = domainOf(stage);
  return stage.name === 'local' || stage.portal === undefined || domain === null ? null : `connect.${domain.name}`;
};

/** The same name in the regions of the stage and of the edge. */
export const originSecretNameOf = (stageName: string): string => `swift-worker-${stageName}-origin`;

/** Whether the API authorises only requests that come through the edge. */
export const checksOrigin = (stage: StageConfig): boolean => {
  const domain = domainOf(stage);
  return domain?.edge !== undefined && domain.directAccess !== 'open';
};

/** The header with which CloudFront authenticates its requests. */
export const originSecretHeader = 'x-origin-secret';

/** The calls that one partner's limits allow in five minutes, in all rate classes. */
export const fewestCallsPerAddress = (rateScale: number): number =>
  Math.ceil(
    Object.values(rateLimits(rateScale)).reduce((sum, { burst, interval }) => sum + burst + 300_000 / interval, 0),
  );

const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const certificateArn = /^arn:aws[a-z-]*:acm:(?<region>[a-z0-9-]+):(?<account>\d{12}):certificate\/\S+$/;

const regionAndAccountOf = (value: string, arn: string): { readonly region: string; readonly account: string } => {
  const { region, account } = certificateArn.exec(arn)?.groups ?? {};
  if (region === undefined || account === undefined) {
    throw new Error(`${value} must be the ARN of an ACM certificate, not ${JSON.stringify(arn)}`);
  }
  return { region, account };
};

const checkEdge = ({ rateScale }: StageConfig, of: string, edge: Edge, account: string): void => {
  const certificate = regionAndAccountOf(`${of}.edge.certificateArn`, edge.certificateArn);
  if (certificate.region !== edgeRegion) {
    throw new Error(
      `${of}.edge.certificateArn must be in ${edgeRegion}, as CloudFront requires, not in ${certificate.region}`,
    );
  }
  if (certificate.account !== account) {
    throw new Error(`${of}.edge.certificateArn must be in the account of ${of}.certificateArn, ${account}`);
  }
  const fewest = fewestCallsPerAddress(rateScale);
  if (edge.callsPerAddress < fewest) {
    throw new Error(`${of}.edge.callsPerAddress must be at least ${fewest}: the limits of one partner allow as many`);
  }
};

/** @throws Error that names the stage value and the rule that it breaks */
export const checkDomain = (stage: StageConfig, domain: Domain): void => {
  const of = `${stage.name}: domain`;
  if (!hostName.test(domain.name)) {
    throw new Error(`${of}.name must be a host name in lower case, not ${JSON.stringify(domain.name)}`);
  }
  const { region, account } = regionAndAccountOf(`${of}.certificateArn`, domain.certificateArn);
  if (region !== stage.region) {
    throw new Error(`${of}.certificateArn must be in the region of the stage, ${stage.region}, not in ${region}`);
  }
  const { account: own = account } = accountOf(stage);
  if (account !== own)
    throw new Error(`${of}.certificateArn must be in the account of the stage, ${own}, not in ${account}`);
  const zone = domain.hostedZone?.name;
  if (zone !== undefined && domain.name !== zone && !domain.name.endsWith(`.${zone}`)) {
    throw new Error(`${of}.hostedZone.name must be ${domain.name} or a parent domain, not ${JSON.stringify(zone)}`);
  }
  if (domain.edge !== undefined) checkEdge(stage, of, domain.edge, account);
};
