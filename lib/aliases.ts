/** What the bundles have in place of parts of the AWS SDK that no function uses. docs/adr/0017-calling-aws.md */
export const aliases = {
  // Profiles, SSO, web identities, containers and EC2: a function has its credentials in its environment.
  '@aws-sdk/credential-provider-node': './lib/trimmed/credential-chain.ts',
};
