import type { IHttpRouteAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { checksOrigin, originSecretHeader, originSecretNameOf } from '../address.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { StageConfig } from '../stages.ts';
import { allow } from '../unseen-grants.ts';

/**
 * A request without the header gets 401 from API Gateway, without an invocation.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
 * @returns the authorizer of requests through the edge; null where everybody may call the API
 */
export const addOriginCheck = (scope: Construct, stage: StageConfig): IHttpRouteAuthorizer | null => {
  if (!checksOrigin(stage)) return null;
  const secret = Secret.fromSecretNameV2(scope, 'OriginSecret', originSecretNameOf(stage.name));
  const check = new ServiceFunction(scope, 'OriginCheck', {
    stage,
    description: 'Authorises requests that come through the edge',
    entry: 'lambdas/functions/origin-check.ts',
    size: stage.originCheck,
    environment: { originSecretId: secret.secretName },
  });
  check.release();
  allow(check, {
    actions: ['secretsmanager:GetSecretValue'],
    // Secrets Manager appends a hyphen and six random characters to the ARN.
    resources: [`${secret.secretArn}-??????`],
  });
  return new HttpLambdaAuthorizer('OriginCheck', check.invoked, {
    responseTypes: [HttpLambdaResponseType.SIMPLE],
    identitySource: [`$request.header.${originSecretHeader}`],
    resultsCacheTtl: Duration.minutes(5),
  });
};
