import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials. */
  readonly sessionToken: string | undefined;
}

/** A POST of JSON to `/`, as DynamoDB and KMS take it. */
export interface Signable {
  readonly host: string;
  readonly region: string;
  readonly service: string;
  /** `DynamoDB_20120810.GetItem` */
  readonly target: string;
  readonly contentType: string;
  readonly body: string;
}

const hmac = (key: string | Buffer | KeyObject, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => hash('sha256', text);

/** A key is good for a day of one service in one region. */
let known: { readonly scope: string; readonly secret: string; readonly key: KeyObject } | undefined;

const signingKey = (secret: string, day: string, region: string, service: string): KeyObject => {
  const scope = `${day}/${region}/${service}`;
  if (known?.scope === scope && known.secret === secret) return known.key;
  const key = createSecretKey([region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day)));
  known = { scope, secret, key };
  return key;
};

/**
 * Headers of a signed request: Signature Version 4.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 * @param now milliseconds since the epoch
 */
export const signedHeaders = (
  { host, region, service, target, contentType, body }: Signable,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  now: number,
): Record<string, string> => {
  const time = `${new Date(now).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;
  const day = time.slice(0, 8);
  // In the order of their names, as the signature wants them.
  const headers: Record<string, string> = {
    'content-type': contentType,
    host,
    'x-amz-date': time,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
    'x-amz-target': target,
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const request = `POST\n/\n\n${lines.join('')}\n${names}\n${sha256(body)}`;
  const scope = `${day}/${region}/${service}/aws4_request`;
  const key = signingKey(secretAccessKey, day, region, service);
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(request)}`).toString('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
};
