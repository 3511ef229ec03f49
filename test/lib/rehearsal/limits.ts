import { z } from 'zod';

/** What AWS allows of a template and its resources. */
export const limits = {
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
  resources: 500,
  outputs: 200,
  parameters: 200,
  'bytes of a template': 1_000_000,
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
  'characters of a role’s inline policies': 10_240,
  'characters of a managed policy': 6_144,
  'characters of a trust policy': 2_048,
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html
  'metrics of a widget': 500,
  'metrics of a dashboard': 2_500,
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
  'characters of an alarm’s description': 1_024,
  'actions of an alarm': 5,
  // https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
  'bytes of a function’s variables': 4_096,
  // https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html
  'filters of an event source': 5,
  'characters of a filter': 4_096,
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html
  'bytes of a queue’s policy': 8_192,
} as const;

/** How much of a limit a resource, or the template, uses. */
export interface Use {
  readonly limit: keyof typeof limits;
  readonly of: string;
  readonly used: number;
}

/** Longer than any ARN of a stage's resources. */
const unknownValue = 'x'.repeat(100);
const join = z.tuple([z.string(), z.array(z.unknown())]);

/** The value with a text for each reference. */
const resolved = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [[name, given] = ['', null]] = entries;
  if (name === 'Ref' && typeof given === 'string' && given.startsWith('AWS::')) return 'x'.repeat(14);
  if (name === 'Fn::Join') {
    const [separator, parts] = join.parse(given);
    return parts.map((part) => String(resolved(part))).join(separator);
  }
  if (name === 'Ref' || name.startsWith('Fn::')) return unknownValue;
  return Object.fromEntries(entries.map(([key, one]) => [key, resolved(one)]));
};

const sizeOf = (document: unknown): number => JSON.stringify(document).length;

const document = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.unknown() })),
  Outputs: z.record(z.string(), z.unknown()).default({}),
  Parameters: z.record(z.string(), z.unknown()).default({}),
});
const role = z.object({
  AssumeRolePolicyDocument: z.unknown(),
  Policies: z.array(z.object({ PolicyDocument: z.unknown() })).default([]),
});
const policy = z.object({ PolicyDocument: z.unknown(), Roles: z.array(z.unknown()).default([]) });
const board = z.object({
  widgets: z.array(z.object({ properties: z.object({ metrics: z.array(z.unknown()).default([]) }) })),
});
const alarm = z.object({ AlarmDescription: z.string().default(''), AlarmActions: z.array(z.unknown()).default([]) });
const lambda = z.object({ Environment: z.object({ Variables: z.unknown() }).optional() });
const source = z.object({
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })) }).optional(),
});

type Amounts = readonly (readonly [limit: Use['limit'], used: number])[];

const amountsOf = (type: string, properties: unknown): Amounts => {
  switch (type) {
    case 'AWS::IAM::Role':
      return [['characters of a trust policy', sizeOf(role.parse(properties).AssumeRolePolicyDocument)]];
    case 'AWS::IAM::ManagedPolicy':
      return [['characters of a managed policy', sizeOf(policy.parse(properties).PolicyDocument)]];
    case 'AWS::SQS::QueuePolicy':
      return [['bytes of a queue’s policy', sizeOf(policy.parse(properties).PolicyDocument)]];
    case 'AWS::CloudWatch::Dashboard': {
      const { DashboardBody: body } = z.object({ DashboardBody: z.string() }).parse(properties);
      const counts = board.parse(JSON.parse(body)).widgets.map((widget) => widget.properties.metrics.length);
      return [
        ...counts.map((count) => ['metrics of a widget', count] as const),
        ['metrics of a dashboard', counts.reduce((sum, count) => sum + count, 0)],
      ];
    }
    case 'AWS::CloudWatch::Alarm': {
      const { AlarmDescription: description, AlarmActions: actions } = alarm.parse(properties);
      return [
        ['characters of an alarm’s description', description.length],
        ['actions of an alarm', actions.length],
      ];
    }
    case 'AWS::Lambda::Function':
      return [['bytes of a function’s variables', sizeOf(lambda.parse(properties).Environment?.Variables ?? {})]];
    case 'AWS::Lambda::EventSourceMapping': {
      const filters = source.parse(properties).FilterCriteria?.Filters ?? [];
      return [
        ['filters of an event source', filters.length],
        ...filters.map(({ Pattern: pattern }) => ['characters of a filter', pattern.length] as const),
      ];
    }
    default:
      return [];
  }
};

/** The inline policies by their role. */
const inlineSizes = (resources: z.infer<typeof document>['Resources']): ReadonlyMap<string, number> => {
  const sizes = new Map<string, number>();
  const add = (of: string, size: number) => sizes.set(of, (sizes.get(of) ?? 0) + size);
  for (const [id, { Type: type, Properties: properties }] of Object.entries(resources)) {
    if (type === 'AWS::IAM::Policy') {
      const { Roles: roles, PolicyDocument: text } = policy.parse(properties);
      for (const one of roles) add(z.object({ Ref: z.string() }).parse(one).Ref, sizeOf(resolved(text)));
    }
    if (type !== 'AWS::IAM::Role') continue;
    for (const { PolicyDocument: text } of role.parse(properties).Policies) add(id, sizeOf(resolved(text)));
  }
  return sizes;
};

/** What a template uses of the limits. */
export const usesOf = (name: string, template: unknown): readonly Use[] => {
  const { Resources: resources, Outputs: outputs, Parameters: parameters } = document.parse(template);
  const whole: Amounts = [
    ['resources', Object.keys(resources).length],
    ['outputs', Object.keys(outputs).length],
    ['parameters', Object.keys(parameters).length],
    // As the CDK writes it.
    ['bytes of a template', Buffer.byteLength(JSON.stringify(template, undefined, 1))],
  ];
  const own = Object.entries(resources).flatMap(([id, { Type: type, Properties: properties }]) =>
    amountsOf(type, resolved(properties)).map(([limit, used]) => ({ limit, of: `${name} ${id}`, used })),
  );
  const inline = Array.from(inlineSizes(resources), ([id, used]) => ({
    limit: 'characters of a role’s inline policies' as const,
    of: `${name} ${id}`,
    used,
  }));
  return [...whole.map(([limit, used]) => ({ limit, of: name, used })), ...own, ...inline];
};
