/** What the bundles have in place of parts of the AWS SDK that no function uses. docs/adr/0017-calling-aws.md */
export const aliases = {
  // Profiles, SSO, web identities, containers and EC2: a function has its credentials in its environment.
  '@aws-sdk/credential-provider-node': './lib/trimmed/credential-chain.ts',
  // The plugin for a log copies each request and answer without its secrets, and no client has a log. That for the user agent finds out which
  // features of the SDK a call uses, which only AWS's own statistics and CloudTrail read.
  '@aws-sdk/core/client': './lib/trimmed/client-plugins.mjs',
  // The set of rules of a service finds the endpoint of each call anew, of which a client has one only. S3 keeps it: its host has the bucket.
  '@smithy/core/endpoints': './lib/trimmed/endpoints.mjs',
};
