import { expect, test } from '@jest/globals';
import { rateLimits } from '../../lambdas/domain/rate.ts';
import type { Domain } from '../../lib/domain.ts';
import { staging } from '../../lib/stages.ts';
import { withApp } from '../../tools/harness/synthesised.ts';
import { edge, hostedZone, withDomain } from './with-domain.ts';

const refusalOf = (domain: Partial<Domain>): string => {
  try {
    withApp((app) => app.addStage(withDomain(domain)));
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const elsewhere = 'arn:aws:acm:eu-central-1:111122223333:certificate/a';
const foreign = 'arn:aws:acm:us-east-1:999999999999:certificate/a';

test.each<[string, Partial<Domain>, string]>([
  ['an address', { name: 'https://api.partner-api.test' }, 'staging: domain.name must be a host name'],
  ['capitals', { name: 'API.partner-api.test' }, 'staging: domain.name must be a host name'],
  ['no certificate', { certificateArn: '' }, 'staging: domain.certificateArn must be the ARN of an ACM certificate'],
  [
    'a certificate of another region',
    { certificateArn: elsewhere },
    'staging: domain.certificateArn must be in the region of the stage, eu-west-1, not in eu-central-1',
  ],
  [
    'a zone of another name',
    { hostedZone: { ...hostedZone, name: 'ner-api.test' } },
    'staging: domain.hostedZone.name must be api.partner-api.test or a parent domain',
  ],
  [
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cnames-and-https-requirements.html
    'a certificate of CloudFront elsewhere',
    { edge: { ...edge, certificateArn: elsewhere } },
    'staging: domain.edge.certificateArn must be in us-east-1, as CloudFront requires, not in eu-central-1',
  ],
  [
    'certificates of two accounts',
    { edge: { ...edge, certificateArn: foreign } },
    'staging: domain.edge.certificateArn must be in the account of staging: domain.certificateArn, 111122223333',
  ],
  [
    'fewer calls than one partner may make',
    { edge: { ...edge, callsPerAddress: edge.callsPerAddress - 1 } },
    `staging: domain.edge.callsPerAddress must be at least ${edge.callsPerAddress}`,
  ],
])('the synthesis refuses %s and names the value', (_, domain, refusal) => {
  expect(refusalOf(domain)).toContain(refusal);
});

test('the synthesis refuses a certificate of another account than the stage stands in', () => {
  const stage = { ...withDomain(), account: '999999999999' };
  expect(() => withApp((app) => app.addStage(stage))).toThrow(
    'staging: domain.certificateArn must be in the account of the stage, 999999999999, not in 111122223333',
  );
});

test('the synthesis takes what is right', () => {
  expect(refusalOf({ hostedZone, edge })).toBe('none');
  expect(refusalOf({ hostedZone: { ...hostedZone, name: 'api.partner-api.test' } })).toBe('none');
});

test('the firewall lets through what the limits of one partner allow', () => {
  const { reads, commands, delivery_reports: reports } = rateLimits(staging.rateScale);
  // 100, 50 and 500 a second for five minutes.
  const steady = 300 * (100 + 50 + 500);
  expect(edge.callsPerAddress).toBeGreaterThanOrEqual(steady + reads.burst + commands.burst + reports.burst);
});
