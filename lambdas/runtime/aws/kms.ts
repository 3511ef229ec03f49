/** Replaces `@aws-sdk/client-kms` in the bundles, with the parts that the functions use. */
import type { JsonObject } from '../../kernel/json-object.ts';
import type { CallSettings } from '../aws-calls.ts';
import { AwsServiceError, Command, jsonService, type CallOptions, type JsonCall } from './json-service.ts';

export class InvalidCiphertextException extends AwsServiceError {}

export class DecryptCommand extends Command {}
export class EncryptCommand extends Command {}

const blobs = ['CiphertextBlob', 'Plaintext'] as const;

const withBlobs = (fields: JsonObject, convert: (value: unknown) => unknown): Record<string, unknown> => {
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

  async send(command: Command, options?: CallOptions): Promise<JsonObject> {
    const operation = command instanceof EncryptCommand ? 'Encrypt' : 'Decrypt';
    const body = JSON.stringify(withBlobs(command.input, encoded));
    return withBlobs(await this.#call(operation, body, options), decoded);
  }
}
