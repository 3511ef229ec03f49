import { DescribeSecretCommand } from '@aws-sdk/client-secrets-manager';
import type { Clients } from './clients.ts';
import { ok, warning } from './item.ts';
import type { Check } from './subject.ts';

const name = 'platform secret';

/**
 * Whether the platform app's secret was set. The stack creates it with a generated value, which becomes the previous
 * version when a value is put: https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_PutSecretValue.html
 */
export const isSecretSet = async ({ secrets }: Clients, secretId: string): Promise<boolean> => {
  const { VersionIdsToStages = {} } = await secrets.send(new DescribeSecretCommand({ SecretId: secretId }));
  return Object.values(VersionIdsToStages).some((labels) => labels.includes('AWSPREVIOUS'));
};

/** The value itself is never read. */
export const platformSecret: Check = {
  name,
  actions: ['secretsmanager:DescribeSecret'],
  look: async ({ clients, stage, stack }) => {
    const secret = stack?.physicalId('PlatformAppSecret') ?? null;
    if (secret === null) return [];
    if (await isSecretSet(clients, secret)) return [ok(name, 'is set in Secrets Manager')];
    return [
      warning(
        name,
        "the app's secret is not set: instances can't be connected, and the platform's callbacks are refused",
        `read -rs SECRET && aws secretsmanager put-secret-value --region ${stage.region} --secret-id ${secret} --secret-string "$SECRET"; unset SECRET`,
      ),
    ];
  },
};
