import { appVerifyToken } from '../lambdas/domain/webhook/app-verify-token.ts';
import type { LocalCloud } from '@swift-worker/local-cloud/local-cloud.ts';
import { rootAccessKeyId } from '@swift-worker/local-cloud/services/authorization.ts';
import { region } from '@swift-worker/local-cloud/services/names.ts';
import { portalPath } from '../lib/portal/paths.ts';
import type { StageTables } from '../lib/stage-tables.ts';
import type { DescribedPartner, StackDescription } from './state-file.ts';
import type { Surroundings } from './surroundings.ts';

export const stage = 'local';
export const dispatcherPath = '/functions/v1/swift-worker';

export interface Seeded {
  readonly apikey: string;
  readonly partners: DescribedPartner[];
}

interface Described extends Seeded {
  readonly cloud: LocalCloud;
  readonly surroundings: Surroundings;
  /** The address where the AWS services answer without checking credentials. */
  readonly unsignedGatewayUrl: string;
  readonly deployUrl: string;
  readonly tables: StageTables;
}

export const describeStack = (described: Described): StackDescription => {
  const { cloud, surroundings, unsignedGatewayUrl, deployUrl, tables, apikey, partners } = described;
  const { services, baseUrl, blueprint, outputs, controlUrl } = cloud;
  const { platform, receiver } = surroundings;
  const unsigned = (url: string): string => `${unsignedGatewayUrl}${new URL(url).pathname}`;
  return {
    stage,
    base_url: baseUrl,
    api_url: `${baseUrl}${dispatcherPath}`,
    console_url: `${baseUrl}/`,
    portal_url: `${baseUrl}${portalPath}`,
    apikey,
    partners,
    receiver: { inbox_url: receiver.inboxUrl, control_url: receiver.controlUrl },
    platform: {
      graph_url: platform.graphUrl,
      control_url: platform.controlUrl,
      app_secret: surroundings.app.secret,
      callback_url: surroundings.callbackUrl(),
      verify_token: appVerifyToken(surroundings.app.secret),
    },
    dynamodb: {
      endpoint: services.dynamodbEndpoint,
      region,
      table: outputs['TableName'] ?? blueprint.tableNames[0] ?? '',
    },
    sqs: {
      endpoint: unsignedGatewayUrl,
      queues: Object.fromEntries([...blueprint.queueUrlsByName].map(([name, url]) => [name, unsigned(url)])),
    },
    ca_file: surroundings.certificates.caFile,
    aws: { endpoint: services.endpoint, region, access_key_id: rootAccessKeyId, secret_access_key: rootAccessKeyId },
    deploy_url: deployUrl,
    tables,
    outputs: { ...outputs },
    control_url: controlUrl,
  };
};
