import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { production, staging } from '../../lib/stages.ts';
import type { StackDescription } from '../../local/state-file.ts';
import { Failure } from '../../operator/failure.ts';
import { deployCommand, type StageChoice } from '../../operator/stage.ts';

export interface OpenTable {
  readonly client: DynamoDBClient;
  readonly table: string;
}

const deployed = async (name: 'staging' | 'production', region: string): Promise<OpenTable> => {
  const { Stacks: stacks = [] } = await new CloudFormationClient({ region }).send(
    new DescribeStacksCommand({ StackName: `swift-worker-${name}` }),
  );
  const outputs = stacks.flatMap((stack) => stack.Outputs ?? []);
  const table = outputs.find(({ OutputKey: key }) => key === 'TableName')?.OutputValue;
  if (table === undefined) {
    throw new Failure(
      'unreachable',
      'unreachable',
      `the stack swift-worker-${name} has no output with the name of the table`,
      {
        next: `deploy it: ${deployCommand(name)}`,
      },
    );
  }
  return { client: new DynamoDBClient({ region }), table };
};

/** The table of a stage: the local stack's, or one on AWS with the credentials of the environment. */
export const openTable = async (stage: StageChoice, describe: () => StackDescription): Promise<OpenTable> => {
  switch (stage) {
    case 'staging':
      return deployed(stage, staging.region);
    case 'production':
      return deployed(stage, production.region);
    case 'local': {
      const { aws, dynamodb } = describe();
      const credentials = { accessKeyId: aws.access_key_id, secretAccessKey: aws.secret_access_key };
      return { client: new DynamoDBClient({ ...aws, credentials }), table: dynamodb.table };
    }
  }
};
