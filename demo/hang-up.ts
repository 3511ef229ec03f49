import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Access } from './access.ts';

/** Sends a complete command, and closes the connection before the answer. */
export const sendAndHangUp = (access: Access, parameters: object, idempotencyKey: string): Promise<void> =>
  new Promise((resolve) => {
    const url = new URL(access.api_url);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const body = JSON.stringify(parameters);
    const request = send(url, {
      method: 'POST',
      agent: false,
      headers: {
        apikey: access.apikey,
        authorization: `Bearer ${access.api_key}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': idempotencyKey,
      },
    });
    const cut = (): void => {
      request.destroy();
      resolve();
    };
    request.once('error', cut);
    request.end(body, cut);
  });
