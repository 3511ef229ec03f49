import { z } from 'zod';
import type { CreatedResource } from '../intrinsics.ts';
import { account } from '../services/names.ts';
import type { JsonObject } from '../template.ts';
import type { Creation } from './blueprint.ts';

// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-permission.html
const Wanted = z.object({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
  SourceAccount: z.literal(account, { error: 'the local cloud has one account' }).optional(),
});

const actions = new Set(['lambda:InvokeFunction', 'lambda:*', '*']);

export const createPermission = (
  properties: JsonObject,
  { blueprint, stackName, logicalId }: Pick<Creation, 'blueprint' | 'stackName' | 'logicalId'>,
): CreatedResource => {
  const { Action, FunctionName, Principal, SourceArn } = Wanted.parse(properties);
  if (actions.has(Action)) {
    blueprint.permissions.push({
      functionName: FunctionName,
      principal: Principal,
      sourceArn: SourceArn,
    });
  }
  return { ref: `${stackName}-${logicalId}`, attributes: { Id: logicalId } };
};
