import { createHash, timingSafeEqual } from 'node:crypto';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type { AwsRequest } from './aws-service.ts';
import { region } from './names.ts';

interface Secret {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const authorizationForm =
  /^AWS4-HMAC-SHA256 Credential=[^/\s]+\/\d{8}\/[^/]+\/lambda\/aws4_request, ?SignedHeaders=([^,\s]+), ?Signature=[0-9a-f]{64}$/;

const dateForm = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** The most time between a signature and now. */
const tolerance = 5 * 60_000;

const timeOf = (date = ''): number => Date.parse(date.replace(dateForm, '$1-$2-$3T$4:$5:$6Z'));

const queryOf = (path: string): Record<string, string[]> => {
  const { searchParams } = new URL(path, 'http://localhost');
  return Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
};

const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

/**
 * Whether the holder of the secret signed the request, with its body and a valid time, for Lambda.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 * @param now milliseconds since the epoch
 */
export const isSignedBy = async (
  { method, path, headers, body }: AwsRequest,
  { accessKeyId, secretAccessKey }: Secret,
  now: number,
): Promise<boolean> => {
  const { authorization = '', 'x-amz-date': date, 'x-amz-content-sha256': claimedHash } = headers;
  const [, signedHeaders = ''] = authorizationForm.exec(authorization) ?? [];
  const signedAt = timeOf(date);
  const names = signedHeaders.split(';');
  if (!names.includes('host') || !names.includes('x-amz-date')) return false;
  if (!(Math.abs(now - signedAt) <= tolerance)) return false;
  // The signer uses the hash in the header and does not compute it from the body.
  if (claimedHash !== undefined && claimedHash !== hashOf(body)) return false;
  const signer = new SignatureV4({
    service: 'lambda',
    region,
    sha256: Sha256,
    applyChecksum: names.includes('x-amz-content-sha256'),
    credentials: { accessKeyId, secretAccessKey },
  });
  const signed = await signer.sign(
    {
      method,
      protocol: 'http:',
      hostname: 'localhost',
      query: queryOf(path),
      body,
      path: path.split('?')[0] ?? '/',
      headers: Object.fromEntries(names.map((name) => [name, headers[name] ?? ''])),
    },
    { signingDate: new Date(signedAt), signableHeaders: new Set(names) },
  );
  const expected = Buffer.from(signed.headers['authorization'] ?? '');
  const given = Buffer.from(authorization);
  return expected.length === given.length && timingSafeEqual(expected, given);
};
