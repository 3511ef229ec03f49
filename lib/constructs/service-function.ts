import { Rule, type Schedule } from 'aws-cdk-lib/aws-events';
import { Role, ServicePrincipal, type IGrantable, type IPrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  ApplicationLogLevel,
  Architecture,
  Function as LambdaFunction,
  type IFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { variables, type Variable } from '../../lambdas/runtime/environment.ts';
import { bundle } from '../bundle.ts';
import { pinLogicalId } from '../logical-id.ts';
import { runsIn } from '../maintenance.ts';
import type { Maintenance } from '../stage-tables.ts';
import type { FunctionSize } from '../function-size.ts';
import { sourceCommitOf } from '../source-commit.ts';
import type { StageConfig } from '../stages.ts';
import { allowUnseen, explainUnseen } from '../unseen-grants.ts';
import { ServiceLogGroup } from './service-log-group.ts';

/** The name of the alias that callers invoke. */
export const liveAlias = 'live';

/**
 * How long an invocation of a schedule may wait, the least that EventBridge and Lambda allow. Without it, an hour of
 * throttling would start 60 sweeps at once.
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_RetryPolicy.html
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-configuring.html
 */
const oldestInvocation = Duration.minutes(1);

export interface ServiceFunctionProps {
  readonly stage: StageConfig;
  readonly description: string;
  /** The file that exports `handler`, from the project's root. */
  readonly entry: string;
  readonly size: FunctionSize;
  readonly environment: Readonly<Partial<Record<Variable, string>>>;
}

/** A function with its own role and log group, and the defaults of all functions. */
export class ServiceFunction extends Construct implements IGrantable {
  readonly function: LambdaFunction;
  /** The description: a sentence without its subject. */
  readonly purpose: string;
  readonly memoryMiB: number;
  readonly logGroup: ServiceLogGroup;
  readonly maintenance: Maintenance;
  /** The alias that callers invoke; null for the latest version. */
  alias: Alias | null = null;
  readonly grantPrincipal: IPrincipal;
  readonly #role: Role;

  /** @param id is also the logical id of the function */
  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { stage, size } = props;
    const source = sourceCommitOf(this.node);
    this.purpose = props.description;
    this.memoryMiB = size.memoryMiB;
    this.maintenance = stage.tables.maintenance;
    const logGroup = new ServiceLogGroup(this, 'Logs', stage);
    this.logGroup = logGroup;
    // Not the managed policy AWSLambdaBasicExecutionRole, which allows all log groups of the account.
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    allowUnseen(
      role,
      { actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [logGroup.logGroupArn] },
      "Lambda writes the log with the function's role; the local cloud makes no call.",
    );
    this.grantPrincipal = role;
    this.#role = role;
    this.function = new LambdaFunction(this, 'Function', {
      // With the commit, each release makes a new version, also of functions whose code is the same.
      description: source === null ? props.description : `${props.description}. Source: ${source}`,
      code: bundle(props.entry, Stack.of(this).bundlingRequired),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      role,
      memorySize: size.memoryMiB,
      timeout: Duration.seconds(size.timeoutSeconds),
      ...(size.reservedConcurrency === 'unreserved' ? {} : { reservedConcurrentExecutions: size.reservedConcurrency }),
      environment: environmentOf({ ...props.environment, ...(source !== null && { sourceCommit: source }) }),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: Tracing.ACTIVE,
      // Old versions are retained for manual rollbacks. The version of a failed release is deleted, so that the same code
      // can be released again.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
    });
    pinLogicalId(this.function, id);
    explainUnseen(
      role,
      { actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], resources: ['*'] },
      "Lambda sends traces with the function's role; the local cloud has none.",
    );
    this.acknowledge(
      'AwsSolutions-IAM5[Resource::*]',
      'xray:PutTraceSegments and xray:PutTelemetryRecords support the resource * only.',
    );
  }

  /** Answers a finding of cdk-nag about the policy of the function. */
  acknowledge(id: string, reason: string): void {
    Validations.of(this.#role.node.findChild('DefaultPolicy')).acknowledge({ id, reason });
  }

  get roleArn(): string {
    return this.#role.roleArn;
  }

  /** What the ARN of each session of the function's role begins with. */
  get sessions(): string {
    return Stack.of(this).formatArn({
      service: 'sts',
      region: '',
      resource: 'assumed-role',
      resourceName: `${this.#role.roleName}/`,
    });
  }

  get invoked(): IFunction {
    return this.alias ?? this.function;
  }

  /**
   * Has callers invoke an alias, for gradual releases and rollbacks: of each function that a person, a partner or the
   * platform waits for.
   */
  release(): void {
    this.alias = new Alias(this, 'Alias', { aliasName: liveAlias, version: this.function.currentVersion });
    pinLogicalId(this.alias, `${this.node.id}Alias`);
  }

  /** Invokes the function on a schedule. The next run does the work of one that is late or fails. */
  runAt(schedule: Schedule): void {
    const rule = new Rule(this, 'Schedule', { schedule, enabled: runsIn(this.maintenance, this.node.id) });
    pinLogicalId(rule, `${this.node.id}Schedule`);
    // Not aws-events-targets, whose logical id of the permission depends on the stage.
    const retryPolicy = { maximumEventAgeInSeconds: oldestInvocation.toSeconds(), maximumRetryAttempts: 0 };
    rule.addTarget({ bind: () => ({ arn: this.function.functionArn, retryPolicy }) });
    this.function.configureAsyncInvoke({ maxEventAge: oldestInvocation, retryAttempts: 0 });
    const invocation = this.function.node.findChild('EventInvokeConfig');
    pinLogicalId(invocation, `${this.node.id}Invocation`);
    this.function.addPermission('Scheduled', {
      principal: new ServicePrincipal('events.amazonaws.com'),
      sourceArn: rule.ruleArn,
    });
  }
}

const isVariable = (name: string): name is Variable => name in variables;

const environmentOf = (values: Readonly<Partial<Record<Variable, string>>>): Record<string, string> => {
  const environment: Record<string, string> = {};
  for (const variable of Object.keys(variables).filter(isVariable)) {
    const value = values[variable];
    if (value !== undefined) environment[variables[variable]] = value;
  }
  return environment;
};
