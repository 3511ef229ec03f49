/** An event of a function's URL. @param iam undefined: the URL is open to everybody */
export const urlEvent = (iam: { readonly userArn: string; readonly callerId: string } | undefined, body?: string) => ({
  version: '2.0',
  routeKey: '$default',
  rawPath: '/',
  rawQueryString: '',
  headers: { 'content-type': 'application/json' },
  requestContext: {
    accountId: '123456789012',
    ...(iam === undefined
      ? {}
      : { authorizer: { iam: { ...iam, accessKey: 'ASIA', accountId: '123456789012', cognitoIdentity: null } } }),
    http: { method: 'POST', path: '/', protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
    stage: '$default',
  },
  ...(body === undefined ? {} : { body }),
  isBase64Encoded: false,
});
