/** An `AWS::Lambda::Function` of the template, resolved. */
export interface FunctionConfiguration {
  readonly name: string;
  readonly arn: string;
  readonly roleArn: string;
  /** `file.export`, as in the template. */
  readonly handler: string;
  /** The unpacked asset. */
  readonly taskRoot: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  /** Only the template's `Environment.Variables`. */
  readonly variables: Readonly<Record<string, string>>;
  /** `undefined`: no limit of its own. */
  readonly reservedConcurrency: number | undefined;
}

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface Surroundings {
  /** The gateway of the AWS services. */
  readonly awsEndpoint: string;
  readonly region: string;
  /** PEM of a certificate authority to trust in addition to the public ones. */
  readonly caFile: string | undefined;
}

/**
 * The whole `process.env` of an environment.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
 */
export const processEnvironment = (
  configuration: FunctionConfiguration,
  credentials: Credentials,
  { awsEndpoint, region, caFile }: Surroundings,
): Record<string, string> => ({
  ...(caFile === undefined ? {} : { NODE_EXTRA_CA_CERTS: caFile }),
  ...configuration.variables,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  AWS_ENDPOINT_URL: awsEndpoint,
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_NAME: configuration.name,
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(configuration.memoryMegabytes),
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${configuration.name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: 'local',
  LAMBDA_TASK_ROOT: configuration.taskRoot,
  _HANDLER: configuration.handler,
  TZ: ':UTC',
});
