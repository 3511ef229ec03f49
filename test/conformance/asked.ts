import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Asked } from './front.ts';

export const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return { succeeded: await work };
  } catch (error) {
    return error;
  }
};

/** What the signer of the SDK makes of the headers that arrived. */
export const authorizationOf = async ({ headers, text: body }: Asked, service: string): Promise<unknown> => {
  const names = /SignedHeaders=([^,]+)/.exec(String(headers.authorization))?.[1]?.split(';') ?? [];
  const [year, month, day, hour, minute, second] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/
    .exec(String(headers['x-amz-date']))
    ?.slice(1)
    .map(Number) ?? [0];
  const signer = new SignatureV4({
    service,
    region: 'us-east-1',
    sha256: Sha256,
    applyChecksum: names.includes('x-amz-content-sha256'),
    credentials: {
      accessKeyId: 'AKIDCONFORMANCE',
      secretAccessKey: 'conformance/secret',
      sessionToken: 'conformance+session==',
    },
  });
  const signed = await signer.sign(
    {
      method: 'POST',
      protocol: 'http:',
      hostname: '127.0.0.1',
      path: '/',
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
      body,
    },
    { signingDate: new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)) },
  );
  return signed.headers['authorization'];
};
