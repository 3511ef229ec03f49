import { GetParameterCommand, ParameterNotFound } from '@aws-sdk/client-ssm';
import { regionsOf } from '../../lib/stage-stacks.ts';
import { missing, ok, type Item } from './item.ts';
import type { Check, Subject } from './subject.ts';

/** The parameter of the CDK's default qualifier: https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-customizing.html */
const parameter = '/cdk-bootstrap/hnb659fds/version';

/** The first version with a lookup role: https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html */
const oldest = 8;

const lookAt = async ({ clientsIn, stage }: Subject, region: string): Promise<Item> => {
  // The CDK bootstraps every region in which the stage has a stack.
  const cure = `npm run bootstrap -- --stage ${stage.name}`;
  try {
    const { Parameter } = await clientsIn(region).ssm.send(new GetParameterCommand({ Name: parameter }));
    const version = Number(Parameter?.Value);
    return version >= oldest
      ? ok('bootstrap', `${region} has version ${version}`)
      : missing('bootstrap', `${region} has version ${version}, at least ${oldest} is needed`, cure);
  } catch (error) {
    if (!(error instanceof ParameterNotFound)) throw error;
    return missing('bootstrap', `the region ${region} is not bootstrapped for the CDK`, cure);
  }
};

/** Whether each region of the stage has the bucket and the roles that the CDK needs. */
export const bootstrap: Check = {
  name: 'bootstrap',
  actions: ['ssm:GetParameter'],
  look: (subject) => Promise.all(regionsOf(subject.stage).map((region) => lookAt(subject, region))),
};
