/** What the functions use of `@aws-sdk/client-kms`, under the same names: it takes its place in the bundles. */
import { AwsServiceError, jsonService, type JsonCall } from './json-service.ts';

type Fields = Readonly<Record<string, unknown>>;

export class InvalidCiphertextException extends AwsServiceError {}

class Command {
  readonly input: Fields;
  constructor(input: Fields) {
    this.input = input;
  }
}
export class DecryptCommand extends Command {}
export class EncryptCommand extends Command {}

const blobs = ['CiphertextBlob', 'Plaintext'] as const;

const withBlobs = (fields: Fields, convert: (value: unknown) => unknown): Record<string, unknown> => {
  const converted: Record<string, unknown> = { ...fields };
  for (const name of blobs) if (fields[name] !== undefined) converted[name] = convert(fields[name]);
  return converted;
};

const encoded = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
const decoded = (value: unknown): unknown => new Uint8Array(Buffer.from(String(value), 'base64'));

export class KMSClient {
  readonly #call: JsonCall = jsonService({
    service: 'kms',
    targetPrefix: 'TrentService',
    contentType: 'application/x-amz-json-1.1',
    endpointVariable: 'AWS_ENDPOINT_URL_KMS',
    attempts: 3,
    refusal: (name, status, answer) =>
      new (name === 'InvalidCiphertextException' ? InvalidCiphertextException : AwsServiceError)(name, status, answer),
  });

  async send(command: Command): Promise<Fields> {
    const operation = command instanceof EncryptCommand ? 'Encrypt' : 'Decrypt';
    return withBlobs(await this.#call(operation, JSON.stringify(withBlobs(command.input, encoded))), decoded);
  }
}
