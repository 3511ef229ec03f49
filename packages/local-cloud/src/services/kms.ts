import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AwsError, jsonAnswer, type AwsService } from './aws-service.ts';
import type { JsonFile } from './json-file.ts';
import { keyIdOf, open, seal } from './kms-ciphertext.ts';
import { account, keyArn } from './names.ts';

export interface Kms {
  readonly handle: AwsService;
  /** A logical id has the same key as long as the data is kept. */
  readonly createKey: (logicalId: string, properties: unknown) => Promise<{ keyId: string; arn: string }>;
}

interface Key {
  readonly material: Buffer;
  readonly description: string;
  readonly createdAt: Date;
}

const keptKeys = z.record(
  z.string(),
  z.object({ material: z.string(), description: z.string(), createdAt: z.string() }),
);
const keyProperties = z.object({ Description: z.string().optional() });
const contextField = z.record(z.string(), z.string()).default({});
const encryptInput = z.object({ KeyId: z.string(), Plaintext: z.base64(), EncryptionContext: contextField });
const decryptInput = z.object({
  CiphertextBlob: z.base64(),
  KeyId: z.string().optional(),
  EncryptionContext: contextField,
});
const dataKeyInput = z.object({
  KeyId: z.string(),
  KeySpec: z.enum(['AES_128', 'AES_256']).optional(),
  NumberOfBytes: z.int().min(1).max(1024).optional(),
  EncryptionContext: contextField,
});
const describeInput = z.object({ KeyId: z.string() });

const operationsOn = (keys: ReadonlyMap<string, Key>): Readonly<Record<string, (input: unknown) => object>> => {
  const find = (idOrArn: string): { id: string; key: Key } => {
    const id = idOrArn.split('/').at(-1) ?? '';
    const key = keys.get(id);
    if (key === undefined) throw new AwsError('NotFoundException', `Key '${keyArn(id)}' does not exist`);
    return { id, key };
  };
  const encrypt = (keyId: string, context: Record<string, string>, plaintext: Buffer): object => {
    const { id, key } = find(keyId);
    return { KeyId: keyArn(id), CiphertextBlob: seal(id, key.material, context, plaintext).toString('base64') };
  };
  return {
    Encrypt: (value) => {
      const input = parse(encryptInput, value);
      const plaintext = Buffer.from(input.Plaintext, 'base64');
      if (plaintext.length < 1 || plaintext.length > 4096) {
        throw new AwsError('ValidationException', 'Plaintext must have 1 to 4096 bytes');
      }
      const answer = encrypt(input.KeyId, input.EncryptionContext, plaintext);
      return { ...answer, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
    },
    Decrypt: (value) => {
      const input = parse(decryptInput, value);
      const blob = Buffer.from(input.CiphertextBlob, 'base64');
      const id = keyIdOf(blob);
      const key = id === undefined ? undefined : keys.get(id);
      if (id === undefined || key === undefined) throw new AwsError('InvalidCiphertextException', '');
      if (input.KeyId !== undefined && find(input.KeyId).id !== id) {
        throw new AwsError(
          'IncorrectKeyException',
          'The key ID in the request does not identify a CMK that can perform this operation.',
        );
      }
      const plaintext = open(key.material, input.EncryptionContext, blob);
      if (plaintext === undefined) throw new AwsError('InvalidCiphertextException', '');
      return { KeyId: keyArn(id), Plaintext: plaintext.toString('base64'), EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
    },
    GenerateDataKey: (value) => {
      const input = parse(dataKeyInput, value);
      const plaintext = randomBytes(input.NumberOfBytes ?? (input.KeySpec === 'AES_128' ? 16 : 32));
      return { ...encrypt(input.KeyId, input.EncryptionContext, plaintext), Plaintext: plaintext.toString('base64') };
    },
    DescribeKey: (value) => {
      const { id, key } = find(parse(describeInput, value).KeyId);
      return { KeyMetadata: metadata(id, key) };
    },
  };
};

export const startKms = async (file: JsonFile): Promise<Kms> => {
  const keys = new Map<string, Key>();
  for (const [id, key] of Object.entries(keptKeys.parse((await file.read()) ?? {}))) {
    keys.set(id, { ...key, material: Buffer.from(key.material, 'base64'), createdAt: new Date(key.createdAt) });
  }
  const save = (): Promise<void> =>
    file.write(
      Object.fromEntries([...keys].map(([id, key]) => [id, { ...key, material: key.material.toString('base64') }])),
    );
  const operations = operationsOn(keys);
  return {
    handle: ({ operation, input }) => {
      const perform = operations[operation];
      if (perform === undefined)
        throw new AwsError('UnknownOperationException', `${operation} is not supported locally`);
      return Promise.resolve(jsonAnswer(perform(input)));
    },
    createKey: async (logicalId, properties) => {
      const id = idFor(logicalId);
      if (!keys.has(id)) {
        const description = keyProperties.parse(properties).Description ?? '';
        keys.set(id, { material: randomBytes(32), description, createdAt: new Date() });
        await save();
      }
      return { keyId: id, arn: keyArn(id) };
    },
  };
};

const parse = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AwsError('ValidationException', z.prettifyError(parsed.error));
};

/** A UUID that derives from the logical id, so that a fresh start has the same ARNs. */
const idFor = (logicalId: string): string =>
  createHash('sha256')
    .update(logicalId)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

const metadata = (id: string, key: Key): object => ({
  AWSAccountId: account,
  KeyId: id,
  Arn: keyArn(id),
  CreationDate: key.createdAt,
  Description: key.description,
  Enabled: true,
  KeyManager: 'CUSTOMER',
  KeySpec: 'SYMMETRIC_DEFAULT',
  KeyState: 'Enabled',
  KeyUsage: 'ENCRYPT_DECRYPT',
  EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'],
  Origin: 'AWS_KMS',
});
