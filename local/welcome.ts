import { dynamoDbLocalLicence } from '@swift-worker/local-cloud/services/dynamodb-local.ts';
import type { StackDescription } from './state-file.ts';

/** The text that is printed when the stack is ready. */
export const welcome = (description: StackDescription, stateFile: string): string => {
  const {
    api_url: apiUrl,
    base_url: baseUrl,
    console_url: consoleUrl,
    portal_url: portalUrl,
    apikey,
    partners,
  } = description;
  const [partner] = partners;
  const credentials =
    partner === undefined
      ? []
      : [
          '',
          `  Partner         ${partner.name} (${partner.partner_id})`,
          `  apikey          ${apikey}`,
          `  Partner key     ${partner.api_key}`,
          ...partner.members
            .slice(0, 1)
            .map(({ email, role }) => `  Member          ${email} (${role}), who may sign in to the portal`),
          '',
          '  Try it:',
          '',
          `  curl -s '${apiUrl}?route=list-partner-customers' \\`,
          `    -H 'apikey: ${apikey}' \\`,
          `    -H 'Authorization: Bearer ${partner.api_key}'`,
        ];
  return [
    '',
    `  API             ${apiUrl}`,
    `  Console         ${consoleUrl}`,
    `  Portal          ${portalUrl}`,
    `  Documentation   ${baseUrl}/docs/`,
    `  All addresses   ${stateFile}`,
    '  Tables          DynamoDB Local, for internal use by those who have an AWS account. Its licence:',
    `                  ${dynamoDbLocalLicence}`,
    ...credentials,
    '',
    '  Ctrl-C stops it.',
    '',
  ].join('\n');
};
