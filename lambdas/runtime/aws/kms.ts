/** What the functions use of `@aws-sdk/client-kms`, under the same names: it takes its place in the bundles. */
import type { CallSettings } from '../aws-calls.ts';
import type { Fields } from './item-places.ts';
import { AwsServiceError, jsonService, type CallOptions, type JsonCall } from './json-service.ts';

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
  readonly #call: JsonCall;

  constructor(settings: CallSettings) {
    this.#call = jsonService({
      service: 'kms',
      targetPrefix: 'TrentService',
      contentType: 'application/x-amz-json-1.1',
      endpointVariable: 'AWS_ENDPOINT_URL_KMS',
      settings,
      refusals: { InvalidCiphertextException },
    });
  }

  async send(command: Command, options?: CallOptions): Promise<Fields> {
    const operation = command instanceof EncryptCommand ? 'Encrypt' : 'Decrypt';
    const body = JSON.stringify(withBlobs(command.input, encoded));
    return withBlobs(await this.#call(operation, body, options), decoded);
  }
}
