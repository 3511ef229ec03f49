import { GetParameterCommand, ParameterNotFound } from '@aws-sdk/client-ssm';
import { missing, ok } from './item.ts';
import type { Check } from './subject.ts';

/** The parameter of the CDK's default qualifier: https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-customizing.html */
const parameter = '/cdk-bootstrap/hnb659fds/version';

/** The first version with a lookup role: https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html */
const oldest = 8;

/** Whether the region has the bucket and the roles that the CDK needs. */
export const bootstrap: Check = {
  name: 'bootstrap',
  actions: ['ssm:GetParameter'],
  look: async ({ clients, stage }) => {
    const cure = `npm run bootstrap -- --stage ${stage.name}`;
    try {
      const { Parameter } = await clients.ssm.send(new GetParameterCommand({ Name: parameter }));
      const version = Number(Parameter?.Value);
      return version >= oldest
        ? [ok('bootstrap', `${stage.region} has version ${version}`)]
        : [missing('bootstrap', `${stage.region} has version ${version}, at least ${oldest} is needed`, cure)];
    } catch (error) {
      if (!(error instanceof ParameterNotFound)) throw error;
      return [missing('bootstrap', `the region ${stage.region} is not bootstrapped for the CDK`, cure)];
    }
  },
};
