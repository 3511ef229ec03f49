import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError, jsonAnswer, type AwsService } from './aws-service.ts';
import type { JsonFile } from './json-file.ts';
import { secretArn } from './secret-arn.ts';
import { generateSecret, generateSecretString } from './secret-string.ts';

export interface Secrets {
  readonly handle: AwsService;
  /** A value that was put or generated is kept. A changed literal in the template replaces it. */
  readonly createSecret: (logicalId: string, properties: unknown) => Promise<{ arn: string; name: string }>;
}

const version = z.object({ id: z.string(), value: z.string(), createdAt: z.coerce.date() });
const kept = z.record(
  z.string(),
  z.object({ name: z.string(), literal: z.string().optional(), current: version, previous: version.optional() }),
);
type Secret = z.infer<typeof kept>[string];

const secretProperties = z.object({
  Name: z.string().optional(),
  SecretString: z.string().optional(),
  GenerateSecretString: generateSecretString.optional(),
});
const secretInput = z.object({
  SecretId: z.string(),
  VersionId: z.string().optional(),
  VersionStage: z.string().optional(),
  SecretString: z.string().optional(),
  ClientRequestToken: z.string().optional(),
});
type SecretInput = z.infer<typeof secretInput>;

type Operations = ReadonlyMap<string, (input: SecretInput) => object | Promise<object>>;

const operationsOn = (secrets: Map<string, Secret>, save: () => Promise<void>): Operations => {
  const find = (id: string): { arn: string; secret: Secret } => {
    const arn = secretArn(id);
    const secret = secrets.get(arn);
    if (secret === undefined) throw notFound();
    return { arn, secret };
  };
  const get = (input: SecretInput): object => {
    const { arn, secret } = find(input.SecretId);
    const versions = [secret.current, ...(secret.previous === undefined ? [] : [secret.previous])];
    const stage = input.VersionStage ?? (input.VersionId === undefined ? 'AWSCURRENT' : undefined);
    const found = versions.find(
      (candidate, index) =>
        (stage === undefined || stage === stages[index]) &&
        (input.VersionId === undefined || input.VersionId === candidate.id),
    );
    if (found === undefined) throw notFound();
    return {
      ARN: arn,
      Name: secret.name,
      VersionId: found.id,
      SecretString: found.value,
      VersionStages: [found === secret.current ? stages[0] : stages[1]],
      CreatedDate: found.createdAt,
    };
  };
  const put = async (input: SecretInput): Promise<object> => {
    const { arn, secret } = find(input.SecretId);
    if (input.SecretString === undefined) throw new AwsError('InvalidRequestException', 'SecretString is missing');
    const current = { id: input.ClientRequestToken ?? randomUUID(), value: input.SecretString, createdAt: new Date() };
    if (current.id !== secret.current.id) secrets.set(arn, { ...secret, current, previous: secret.current });
    await save();
    return { ARN: arn, Name: secret.name, VersionId: current.id, VersionStages: [stages[0]] };
  };
  const describe = (input: SecretInput): object => {
    const { arn, secret } = find(input.SecretId);
    const { current, previous } = secret;
    return {
      ARN: arn,
      Name: secret.name,
      CreatedDate: current.createdAt,
      VersionIdsToStages: {
        [current.id]: [stages[0]],
        ...(previous === undefined ? {} : { [previous.id]: [stages[1]] }),
      },
    };
  };
  return new Map<string, (input: SecretInput) => object | Promise<object>>([
    ['GetSecretValue', get],
    ['PutSecretValue', put],
    ['DescribeSecret', describe],
  ]);
};

export const startSecrets = async (file: JsonFile): Promise<Secrets> => {
  const secrets = new Map(Object.entries(kept.parse((await file.read()) ?? {})));
  const save = (): Promise<void> => file.write(Object.fromEntries(secrets));
  const operations = operationsOn(secrets, save);
  return {
    handle: async ({ operation, input }) => {
      const parsed = secretInput.safeParse(input);
      if (!parsed.success) throw new AwsError('InvalidParameterException', z.prettifyError(parsed.error));
      const perform = operations.get(operation);
      if (perform !== undefined) return jsonAnswer(await perform(parsed.data));
      throw new AwsError('UnknownOperationException', `${operation} is not supported locally`);
    },
    createSecret: async (logicalId, properties) => {
      const wanted = secretProperties.parse(properties);
      const name = wanted.Name ?? logicalId;
      const arn = secretArn(name);
      const known = secrets.get(arn);
      if (known === undefined || known.literal !== wanted.SecretString) {
        const value =
          wanted.SecretString ?? generateSecret(wanted.GenerateSecretString ?? generateSecretString.parse({}));
        const current = { id: randomUUID(), value, createdAt: new Date() };
        secrets.set(arn, { name, literal: wanted.SecretString, current, previous: known?.current });
        await save();
      }
      return { arn, name };
    },
  };
};

const stages = ['AWSCURRENT', 'AWSPREVIOUS'] as const;

const notFound = (): AwsError =>
  new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
