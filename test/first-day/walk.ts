import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { openLink } from '../../demo/end-customer.ts';
import type { Received } from '../../local/receiver/inbox.ts';
import type { Stack } from '../../local/stack.ts';
import { installCurl } from '../docs/install-curl.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import type { NewPartner } from './operator-steps.ts';
import { commandsOf, filled } from './page.ts';

const run = promisify(execFile);
/** The receivers of the local stack answer for any partner; those of the seeded ones are 1 and 2. */
const receiverNumber = 3;
export const verifyToken = 'verify-token-of-the-first-day';

const Answer = z.record(z.string(), z.unknown());
type Answer = z.infer<typeof Answer>;

const created = z.object({ instance: z.object({ id: z.string() }), session: z.object({ url: z.string() }) });
const connected = z.object({
  instance: z.object({ platform_phone_number_id: z.string(), platform_waba_id: z.string() }),
});

export interface Walk {
  readonly webhookUrl: string;
  readonly instanceId: string;
  /** Of the line, at the platform. */
  readonly phoneNumberId: string;
  readonly wabaId: string;
  /** The last answer of each route. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** What came to the partner's endpoint so far. */
  readonly received: () => readonly Received[];
}

/** Answers that take a moment: the line is run again until its answer is like this. */
const awaited: ReadonlyMap<string, (answer: Answer) => boolean> = new Map([
  ['list-partner-platform-templates', ({ total }) => total === 1],
  ['search-partner-delivery-events', ({ total }) => total === 1],
]);

const routeOf = (line: string): string => /"route":"([\w-]+)"|^ask '?([\w-]+)/.exec(line)?.slice(1).join('') ?? '';

const putTemplate = async ({ description }: Stack, wabaId: string): Promise<void> => {
  const named = { id: '7001', waba_id: wabaId, name: 'welcome', language: 'en' };
  const template = { ...named, category: 'UTILITY', status: 'APPROVED', components: [] };
  await fetch(description.platform.control_url, { method: 'POST', body: JSON.stringify({ template }) });
};

/** A partner's first day, by the lines of the page. @param directory of the test's own */
export const walkFirstDay = async (stack: Stack, partner: NewPartner, directory: string): Promise<Walk> => {
  const { receiver, description } = stack;
  const webhookUrl = receiver.receiverUrl(receiverNumber);
  receiver.setVerifyToken(receiverNumber, verifyToken);
  const values = new Map(
    Object.entries({
      ApiUrl: description.outputs['ApiUrl'] ?? '',
      'publishable key': partner.apikey,
      'partner key': partner.apiKey,
      'webhook URL': webhookUrl,
      'verify token': verifyToken,
    }),
  );
  const commands = commandsOf('Check the first partner');
  const isCall = (line: string): boolean => /^(ask|tell) /.test(line);
  const preparation = filled(commands.filter((line) => !isCall(line)).join('\n'), values);
  const PATH = `${installCurl(directory)}${path.delimiter}${process.env['PATH'] ?? ''}`;
  const answerTo = async (line: string): Promise<Answer> => {
    const script = `${preparation}\n${filled(line, values)}`;
    return Answer.parse(JSON.parse((await run('sh', ['-euc', script], { env: { PATH } })).stdout));
  };

  const answers = new Map<string, Answer>();
  for (const line of commands.filter(isCall)) {
    const route = routeOf(line);
    const answer = await until(() => answerTo(line), awaited.get(route) ?? (() => true));
    if ('error' in answer) throw new Error(`${route}: ${JSON.stringify(answer)}`);
    answers.set(route, answer);
    if (route === 'create-customer-instance') {
      const { instance, session } = created.parse(answer);
      values.set('instance id', instance.id);
      await openLink(session.url);
    }
    if (route === 'get-partner-instance') {
      const { instance } = connected.parse(answer);
      values.set('platform_phone_number_id', instance.platform_phone_number_id);
      values.set('waba', instance.platform_waba_id);
      await putTemplate(stack, instance.platform_waba_id);
    }
  }
  return {
    webhookUrl,
    answers,
    instanceId: values.get('instance id') ?? '',
    phoneNumberId: values.get('platform_phone_number_id') ?? '',
    wabaId: values.get('waba') ?? '',
    received: () => receiver.received(receiverNumber),
  };
};
