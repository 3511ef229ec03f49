import { request as requestPlainly } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import type { CallSettings } from '../aws-calls.ts';

/** A POST to `/`. */
interface Outgoing {
  /** Of the URL, which Node.js would take apart for each request. */
  readonly target: Pick<RequestOptions, 'protocol' | 'hostname' | 'port'>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Incoming {
  readonly status: number;
  /** Of an answer with another status than 200, of which alone it is told. Node.js parses headers when they are read. */
  readonly requestId: string | undefined;
  readonly text: string;
}

/** The SDK classifies the error by this name. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

export const post = (
  { target: { protocol, hostname, port }, headers, body }: Outgoing,
  { httpAgent, httpsAgent, connectionTimeout, requestTimeout }: CallSettings['requestHandler'],
  signal: AbortSignal | undefined,
): Promise<Incoming> =>
  new Promise((resolve, reject) => {
    const isPlain = protocol === 'http:';
    const agent = isPlain ? httpAgent : httpsAgent;
    const options: RequestOptions = { method: 'POST', protocol, hostname, port, path: '/', agent, headers, signal };
    const sent = (isPlain ? requestPlainly : request)(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0 } = response;
        const requestId = statusCode === 200 ? undefined : response.headers['x-amzn-requestid'];
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
