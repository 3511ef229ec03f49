/** Replaces `@aws-sdk/client-cognito-identity-provider` in the bundles, with the parts that the functions use. */
import type { JsonObject } from '../../kernel/json-object.ts';
import type { CallSettings } from '../aws-calls.ts';
import { AwsServiceError, Command, jsonService, type CallOptions, type JsonCall } from './json-service.ts';

export class InvalidParameterException extends AwsServiceError {}
export class UsernameExistsException extends AwsServiceError {}
export class UnsupportedUserStateException extends AwsServiceError {}
export class UserNotFoundException extends AwsServiceError {}

export class AdminCreateUserCommand extends Command {}
export class AdminDeleteUserCommand extends Command {}
export class AdminGetUserCommand extends Command {}
export class AdminSetUserPasswordCommand extends Command {}

const operationOf = (command: Command): string => {
  if (command instanceof AdminCreateUserCommand) return 'AdminCreateUser';
  if (command instanceof AdminDeleteUserCommand) return 'AdminDeleteUser';
  return command instanceof AdminSetUserPasswordCommand ? 'AdminSetUserPassword' : 'AdminGetUser';
};

export class CognitoIdentityProviderClient {
  readonly #call: JsonCall;

  constructor(settings: CallSettings) {
    this.#call = jsonService({
      service: 'cognito-idp',
      targetPrefix: 'AWSCognitoIdentityProviderService',
      contentType: 'application/x-amz-json-1.1',
      endpointVariable: 'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER',
      settings,
      refusals: {
        InvalidParameterException,
        UsernameExistsException,
        UnsupportedUserStateException,
        UserNotFoundException,
      },
    });
  }

  send(command: Command, options?: CallOptions): Promise<JsonObject> {
    return this.#call(operationOf(command), JSON.stringify(command.input), options);
  }
}
