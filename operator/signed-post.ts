import { request as requestPlainly } from 'node:http';
import { request } from 'node:https';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4, type SignatureV4Init } from '@smithy/signature-v4';

/** A function's URL, and the credentials that sign its calls. */
export interface SignedUrl {
  readonly url: string;
  readonly region: string;
  readonly credentials: SignatureV4Init['credentials'];
}

export interface PostAnswer {
  readonly status: number;
  readonly text: string;
}

/** The request was not sent. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}

const connectionMilliseconds = 5000;

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : String(error);

/** One attempt, on a connection of its own: the server may close a kept connection at the moment of its next use. */
const post = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal?: AbortSignal,
): Promise<PostAnswer> =>
  new Promise((resolve, reject) => {
    let connected = false;
    const isPlain = url.protocol === 'http:';
    const sent = (isPlain ? requestPlainly : request)(
      url,
      { method: 'POST', agent: false, headers, ...(signal && { signal }) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
        });
      },
    );
    const connecting = setTimeout(() => sent.destroy(new Error('no connection')), connectionMilliseconds);
    sent.once('socket', (socket) => {
      socket.once(isPlain ? 'connect' : 'secureConnect', () => {
        connected = true;
        clearTimeout(connecting);
      });
    });
    sent.once('error', (error) => {
      clearTimeout(connecting);
      reject(connected ? error : new NotSent(reasonOf(error), { cause: error }));
    });
    sent.end(body);
  });

/**
 * Posts JSON to a function's URL, signed with Signature Version 4. Makes one attempt only.
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-invocation-basics
 * @throws NotSent, or another Error when the request was sent and no answer came
 */
export const signedPost = async (
  { url: address, region, credentials }: SignedUrl,
  value: object,
  signal?: AbortSignal,
): Promise<PostAnswer> => {
  const url = new URL(address);
  const body = JSON.stringify(value);
  const signer = new SignatureV4({ service: 'lambda', region, credentials, sha256: Sha256 });
  const signed = await signer
    .sign({
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      headers: { host: url.host, 'content-type': 'application/json' },
      body,
    })
    .catch((error: unknown) => {
      throw new NotSent(reasonOf(error), { cause: error });
    });
  return post(url, { ...signed.headers, 'content-length': String(Buffer.byteLength(body)) }, body, signal);
};
