import { request as requestPlainly } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import type { CallSettings } from '../aws-calls.ts';

/** A POST to `/`. */
interface Outgoing {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Incoming {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly text: string;
}

/** The SDK classifies the error by this name. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

export const post = (
  { url, headers, body }: Outgoing,
  { httpAgent, httpsAgent, connectionTimeout, requestTimeout }: CallSettings['requestHandler'],
  signal: AbortSignal | undefined,
): Promise<Incoming> =>
  new Promise((resolve, reject) => {
    const isPlain = url.protocol === 'http:';
    const options: RequestOptions = { method: 'POST', agent: isPlain ? httpAgent : httpsAgent, headers, signal };
    const sent = (isPlain ? requestPlainly : request)(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers: received } = response;
        const requestId = received['x-amzn-requestid'];
        resolve({
          status: statusCode,
          requestId: typeof requestId === 'string' ? requestId : undefined,
          text: Buffer.concat(chunks).toString(),
        });
      });
    });
    const giveUpAfter = (milliseconds: number, what: string): NodeJS.Timeout =>
      setTimeout(() => sent.destroy(new TimeoutError(`${what} within ${milliseconds} ms`)), milliseconds);
    const answering = giveUpAfter(requestTimeout, 'no answer');
    sent.on('socket', (socket) => {
      if (!socket.connecting) return;
      const connecting = giveUpAfter(connectionTimeout, 'no connection');
      const stop = (): void => {
        clearTimeout(connecting);
      };
      socket.once(isPlain ? 'connect' : 'secureConnect', stop);
      socket.once('close', stop);
    });
    sent.on('close', () => {
      clearTimeout(answering);
    });
    sent.on('error', reject);
    sent.end(body);
  });
