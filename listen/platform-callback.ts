import { z } from 'zod';
import type { Client } from '../packages/client/src/client.ts';
import type { Access } from './access.ts';
import { Failure } from './failure.ts';

const prefix = 'platform.';

/** A callback of the simulated platform: a message of a person, or a sample of its corpus. */
export type PlatformCallback = `${typeof prefix}${string}`;

export const isPlatformCallback = (kind: string): kind is PlatformCallback => kind.startsWith(prefix);

/** A PNG of one pixel. */
const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages */
const messages = new Map<string, object>([
  ['message.text', { type: 'text', text: { body: 'Hello' } }],
  ['message.image', { type: 'image', file: { mime_type: 'image/png', data: image } }],
  ['message.button', { type: 'button', button: { payload: 'YES', text: 'Yes' } }],
]);

export const callbackKinds = [...messages.keys(), '<sample>'].map((name) => `${prefix}${name}`);

/** Where a callback went. */
const Routed = z.object({
  url: z.string(),
  delivered: z.boolean(),
  status: z.number().nullable(),
  answer: z.string().optional(),
});
export type Routed = z.infer<typeof Routed>;

const answer = z.union([
  z.object({ message: z.object({ sent: z.array(Routed) }) }).transform(({ message }) => message.sent),
  z.object({ corpus: z.array(Routed) }).transform(({ corpus }) => corpus),
  z.object({ error: z.string() }),
]);

/** The number of the partner's first connected line. @throws Failure, Refusal, ConnectionLost */
const firstNumber = async (client: Client, signal: AbortSignal): Promise<string> => {
  const { body } = await client.call('list-partner-instances', { status: 'connected' }, { signal });
  const number = body.items.find((line) => line.platform_phone_number_id !== null)?.platform_phone_number_id;
  if (number != null) return number;
  throw new Failure('The partner has no connected line.', 'connect one in the portal: New line');
};

/** Has the simulated platform send a callback about a line. @param line its phone number id; left out: the first one's */
export const playCallback = async (
  client: Client,
  { platformUrl }: Access,
  kind: PlatformCallback,
  line: string | undefined,
  signal: AbortSignal,
): Promise<readonly Routed[]> => {
  if (platformUrl === null) {
    throw new Failure('Only the platform of a local stack plays callbacks.', 'name its state file with --state FILE');
  }
  const name = kind.slice(prefix.length);
  const phone_number_id = line ?? (await firstNumber(client, signal));
  const message = messages.get(name);
  const instruction =
    message === undefined ? { corpus: { file: name, phone_number_id } } : { message: { phone_number_id, ...message } };
  const response = await fetch(platformUrl, { method: 'POST', body: JSON.stringify(instruction), signal });
  const sent = answer.parse(await response.json());
  if ('error' in sent) throw new Failure('The platform refused to send the callback.', sent.error);
  return sent;
};
