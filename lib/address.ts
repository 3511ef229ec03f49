import { rateLimits } from '../lambdas/domain/rate.ts';
import { accountOf } from './account-of.ts';
import type { Domain, Edge } from './domain.ts';
import type { StageConfig } from './stages.ts';

/** Of the stages on AWS only; the local one has the address of its machine. */
export const domainOf = (stage: StageConfig): Domain | null => (stage.name === 'local' ? null : (stage.domain ?? null));

/** CloudFront takes certificates and web ACLs of this region only: https://docs.aws.amazon.com/waf/latest/developerguide/cloudfront-features.html */
export const edgeRegion = 'us-east-1';

/** Where CloudFront finds the API. */
export const originNameOf = ({ name }: Domain): string => `origin.${name}`;

/** The record that stands for the distribution, so that the stack of the stage needs to know no more than its name. */
export const edgeNameOf = ({ name }: Domain): string => `edge.${name}`;

/** The same in the region of the stage and in that of the edge. */
export const originSecretNameOf = (stageName: string): string => `swift-worker-${stageName}-origin`;

/** The header with which CloudFront proves that a request came through it. */
export const originSecretHeader = 'x-origin-secret';

/** What the limits of one partner allow in five minutes, all kinds of calls together. */
export const fewestCallsPerAddress = (rateScale: number): number =>
  Math.ceil(
    Object.values(rateLimits(rateScale)).reduce((sum, { burst, interval }) => sum + burst + 300_000 / interval, 0),
  );

const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const certificateArn = /^arn:aws[a-z-]*:acm:(?<region>[a-z0-9-]+):(?<account>\d{12}):certificate\/\S+$/;

const regionAndAccountOf = (value: string, arn: string): { readonly region: string; readonly account: string } => {
  const { region, account } = certificateArn.exec(arn)?.groups ?? {};
  if (region === undefined || account === undefined) {
    throw new Error(`${value} must be the ARN of a certificate of ACM, not ${JSON.stringify(arn)}`);
  }
  return { region, account };
};

const checkEdge = ({ rateScale }: StageConfig, of: string, edge: Edge, account: string): void => {
  const certificate = regionAndAccountOf(`${of}.edge.certificateArn`, edge.certificateArn);
  if (certificate.region !== edgeRegion) {
    throw new Error(
      `${of}.edge.certificateArn must be of ${edgeRegion}, as CloudFront requires, not of ${certificate.region}`,
    );
  }
  if (certificate.account !== account) {
    throw new Error(`${of}.edge.certificateArn must be of the account of ${of}.certificateArn, ${account}`);
  }
  const fewest = fewestCallsPerAddress(rateScale);
  if (edge.callsPerAddress < fewest) {
    throw new Error(`${of}.edge.callsPerAddress must be at least ${fewest}: so much the limits of one partner allow`);
  }
};

/** @throws Error that names the stage value and the rule that it breaks */
export const checkDomain = (stage: StageConfig, domain: Domain): void => {
  const of = `${stage.name}: domain`;
  if (!hostName.test(domain.name)) {
    throw new Error(`${of}.name must be a host name in small letters, not ${JSON.stringify(domain.name)}`);
  }
  const { region, account } = regionAndAccountOf(`${of}.certificateArn`, domain.certificateArn);
  if (region !== stage.region) {
    throw new Error(`${of}.certificateArn must be of the region of the stage, ${stage.region}, not of ${region}`);
  }
  const { account: own = account } = accountOf(stage);
  if (account !== own)
    throw new Error(`${of}.certificateArn must be of the account of the stage, ${own}, not of ${account}`);
  const zone = domain.hostedZone?.name;
  if (zone !== undefined && domain.name !== zone && !domain.name.endsWith(`.${zone}`)) {
    throw new Error(`${of}.hostedZone.name must be ${domain.name} or a domain above it, not ${JSON.stringify(zone)}`);
  }
  if (domain.edge !== undefined) checkEdge(stage, of, domain.edge, account);
};
