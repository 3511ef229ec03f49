import { DescribeCertificateCommand, ResourceNotFoundException } from '@aws-sdk/client-acm';
import { connectNameOf, edgeRegion, originNameOf } from '../../lib/address.ts';
import type { DeployedStage } from '../../lib/stages.ts';
import { missing, ok, type Item } from './item.ts';
import type { Check, Subject } from './subject.ts';

const name = 'certificates';

interface Wanted {
  /** The value of the stage. */
  readonly value: string;
  readonly arn: string;
  readonly region: string;
  readonly names: readonly string[];
}

const wantedBy = (stage: DeployedStage): readonly Wanted[] => {
  const { domain, region, replicaTable } = stage;
  if (domain === undefined) return [];
  const { edge } = domain;
  const place = replicaTable === undefined ? 'domain' : 'replica.standby';
  const own = { value: `${place}.certificateArn`, arn: domain.certificateArn, region };
  if (edge === undefined) return [{ ...own, names: [domain.name] }];
  const connectName = connectNameOf(stage);
  return [
    { ...own, names: [domain.name, originNameOf(domain)] },
    // CloudFront takes only the host names that its certificate covers:
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/CNAMEs.html#alternate-domain-names-requirements
    {
      value: 'domain.edge.certificateArn',
      arn: edge.certificateArn,
      region: edgeRegion,
      names: [domain.name, ...(connectName === null ? [] : [connectName])],
    },
  ];
};

/** A wildcard stands for one label: https://docs.aws.amazon.com/acm/latest/userguide/acm-certificate-characteristics.html */
const covers = (pattern: string, host: string): boolean =>
  pattern === host || (pattern.startsWith('*.') && pattern.slice(1) === host.slice(host.indexOf('.')));

const request = (region: string, names: readonly string[]): string => {
  const [first = '', ...others] = names;
  const alternatives = others.length === 0 ? '' : ` --subject-alternative-names ${others.join(' ')}`;
  return `aws acm request-certificate --region ${region} --validation-method DNS --domain-name ${first}${alternatives}`;
};

const lookAt = async ({ clientsIn }: Subject, { value, arn, region, names }: Wanted): Promise<Item> => {
  const another = `${request(region, names)}; then set ${value} in lib/stages.ts to its ARN`;
  if (arn.split(':')[3] !== region) return missing(name, `${value} is not in ${region}, where it is needed`, another);
  try {
    const { Certificate } = await clientsIn(region).acm.send(new DescribeCertificateCommand({ CertificateArn: arn }));
    const { Status: status = 'unknown', SubjectAlternativeNames: covered = [] } = Certificate ?? {};
    if (status === 'PENDING_VALIDATION') {
      const records = `aws acm describe-certificate --region ${region} --certificate-arn ${arn}`;
      return missing(name, `${value} is not issued yet`, `Create the DNS records that prove the domain: ${records}`);
    }
    if (status !== 'ISSUED') return missing(name, `${value} is in the state ${status}`, another);
    const uncovered = names.filter((host) => !covered.some((pattern) => covers(pattern, host)));
    if (uncovered.length > 0) return missing(name, `${value} does not cover ${uncovered.join(', ')}`, another);
    return ok(name, `${value} is issued, and covers ${names.join(', ')}`);
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    return missing(name, `${value} names no certificate in ${region}`, another);
  }
};

/** Whether the certificates of the domain are issued, each in the region where it is needed and for the names that it serves. */
export const certificates: Check = {
  name,
  actions: ['acm:DescribeCertificate'],
  look: (subject) => Promise.all(wantedBy(subject.stage).map((wanted) => lookAt(subject, wanted))),
};
