/** Names that say nothing of what is inside. */
const nameless = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'types', 'misc', 'shared', 'index']);

/** The rules of the contract hold wherever the service runs, and the index is in any table. */
const services =
  /\b(?:CloudFormation|CloudFront|CloudWatch|Cognito|DynamoDB|EventBridge|Lambda|SQS|S3|KMS|API Gateway)\b/;

const withoutEnding = (name: string): string => name.replace(/(\.test)?\.[a-z]+$/, '');

/** What breaks the rules of names, as `file: rule`. */
export const layoutBreachesOf = (file: string, text: string): readonly string[] => {
  const names = file.split('/').map(withoutEnding);
  return [
    ...(/^(lambdas\/domain|packages\/time-index)\//.test(file) && services.test(text)
      ? [`${file}: names a service of AWS`]
      : []),
    ...names.filter((name) => nameless.has(name)).map((name) => `${file}: ${name} names nothing`),
    ...names
      .filter((name) => !/^\.?[a-z0-9]+([-.][a-z0-9]+)*$/.test(name))
      .map((name) => `${file}: ${name} is not kebab-case`),
  ];
};
