/** Replaces `@aws-sdk/client-secrets-manager` in the bundles, with the parts that the functions use. */
import type { JsonObject } from '../../kernel/json-object.ts';
import type { CallSettings } from '../aws-calls.ts';
import { AwsServiceError, Command, jsonService, type CallOptions, type JsonCall } from './json-service.ts';

export class ResourceNotFoundException extends AwsServiceError {}

export class GetSecretValueCommand extends Command {}

export class SecretsManagerClient {
  readonly #call: JsonCall;

  constructor(settings: CallSettings) {
    this.#call = jsonService({
      service: 'secretsmanager',
      targetPrefix: 'secretsmanager',
      contentType: 'application/x-amz-json-1.1',
      endpointVariable: 'AWS_ENDPOINT_URL_SECRETS_MANAGER',
      settings,
      refusals: { ResourceNotFoundException },
    });
  }

  send({ input }: GetSecretValueCommand, options?: CallOptions): Promise<JsonObject> {
    return this.#call('GetSecretValue', JSON.stringify(input), options);
  }
}
