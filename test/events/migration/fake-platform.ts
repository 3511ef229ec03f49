import { z } from 'zod';
import type { PlatformClient } from '../../../lambdas/platform/client.ts';
import { PlatformError } from '../../../lambdas/platform/errors.ts';

const setting = z.object({ override_callback_uri: z.string(), verify_token: z.string().optional() });

export interface FakePlatform {
  readonly client: PlatformClient;
  /** The callback URL of each phone number. */
  readonly callbacks: Map<string, string>;
  readonly calls: string[];
  /** What happens instead of a call: an error, or another action in between. */
  intervene: (phoneNumberId: string, method: string) => Error | undefined | Promise<Error | undefined>;
}

/** Phone numbers and their callbacks, as the Graph API has them. */
export const fakePlatform = (): FakePlatform => {
  const callbacks = new Map<string, string>();
  const calls: string[] = [];
  const platform: FakePlatform = {
    callbacks,
    calls,
    intervene: () => undefined,
    client: {
      call: async (request) => {
        const phoneNumberId = request.path.slice(1);
        calls.push(`${request.method} ${phoneNumberId}`);
        const error = await platform.intervene(phoneNumberId, request.method);
        if (error !== undefined) throw error;
        if (request.method === 'GET') {
          const url = callbacks.get(phoneNumberId) ?? '';
          return request.answer.parse({ id: phoneNumberId, webhook_configuration: { phone_number: url } });
        }
        const { override_callback_uri: url } = setting.parse(request.body?.['webhook_configuration']);
        if (url === '') callbacks.delete(phoneNumberId);
        else callbacks.set(phoneNumberId, url);
        return request.answer.parse({ success: true });
      },
    },
  };
  return platform;
};

export const refusal = (kind: PlatformError['kind'], retryAfter?: number): PlatformError =>
  new PlatformError({ kind, message: `refused: ${kind}`, retryAfter });
