import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from '@jest/globals';
import { z } from 'zod';
import { openLink } from '../../demo/end-customer.ts';
import { startWholeStack, until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { installCurl } from './install-curl.ts';

type Variables = Readonly<Record<string, string>>;

/** A running stack, and a folder with a command `curl` that the programs of the guides run in. */
export interface GuideScene {
  readonly whole: WholeStack;
  readonly directory: string;
  /** The variables that the guides name. */
  readonly environment: (more?: Variables) => Record<string, string>;
  readonly stop: () => Promise<void>;
}

export const startGuideScene = async (): Promise<GuideScene> => {
  const directory = mkdtempSync(path.join(tmpdir(), 'guides-'));
  installCurl(directory);
  const whole = await startWholeStack();
  const { api_url, apikey } = whole.stack.description;
  const { api_key, receiver_url, verify_token, webhook_secret } = whole.partner;
  return {
    whole,
    directory,
    environment: (more = {}) => ({
      PATH: `${path.join(directory, 'bin')}:${process.env['PATH'] ?? ''}`,
      API_URL: api_url,
      APIKEY: apikey,
      PARTNER_KEY: api_key,
      WEBHOOK_URL: receiver_url,
      VERIFY_TOKEN: verify_token,
      WEBHOOK_SECRET: webhook_secret,
      ...more,
    }),
    stop: async () => {
      await whole.stack.stop();
      rmSync(directory, { recursive: true });
    },
  };
};

/** Starts the program of a guide. */
export const startProgram = (command: string, args: readonly string[], env: Variables): ChildProcess =>
  spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });

/** Waits for the end of a program. @returns its output */
export const outputOf = async (
  child: ChildProcess,
  onLine: (line: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> => {
  if (child.stdout === null) throw new Error('no output');
  const said: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    await onLine(line);
  }
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  return said.join('\n');
};

/** Opens the link in a program's output, as the customer does. */
export const playCustomer = async (line: string): Promise<void> => {
  const [link] = /https?:[^\s"]+\/connect\/[^\s"]+/.exec(line) ?? [];
  if (link !== undefined) await openLink(link);
};

const connected = z.object({
  instance: z.object({ id: z.string(), platform_phone_number_id: z.string(), platform_waba_id: z.string() }),
});
const made = z.object({ session: z.object({ url: z.string() }) });

export type ConnectedLine = z.infer<typeof connected>['instance'];

/** Connects a line, as an end customer does. */
export const connectLine = async (whole: WholeStack, key: string): Promise<ConnectedLine> => {
  await whole.command('POST', 'upsert-partner-customer', { external_customer_id: key, customer_name: key });
  const instance = { external_customer_id: key, instance_key: key };
  await openLink(made.parse((await whole.command('POST', 'create-customer-instance', instance)).body).session.url);
  const { body } = await whole.query('get-partner-instance', { instance_key: key });
  return connected.parse(body).instance;
};

/** A connected line, and what a program needs to send its messages. */
const messagingLine = async (whole: WholeStack, key: string) => {
  const instance = await connectLine(whole, key);
  const route = 'reveal-partner-instance-platform-token';
  const { body } = await whole.command('POST', route, { instance_id: instance.id });
  const variables = {
    GRAPH_URL: whole.stack.description.platform.graph_url,
    PLATFORM_TOKEN: String(body['platform_access_token']),
    PHONE_NUMBER_ID: instance.platform_phone_number_id,
  };
  return { instance, variables };
};

/** What the guide to template messages reads: a line whose business account has its two templates. */
export const sendingVariables = async (whole: WholeStack): Promise<Variables> => {
  const { instance, variables } = await messagingLine(whole, 'sending-templates');
  const named = { waba_id: instance.platform_waba_id, language: 'en', status: 'APPROVED', components: [] };
  const templates = [
    { ...named, id: '7101', name: 'order_sent', category: 'UTILITY' },
    { ...named, id: '7102', name: 'sign_in_code', category: 'AUTHENTICATION' },
  ];
  await fetch(whole.stack.description.platform.control_url, { method: 'POST', body: JSON.stringify({ templates }) });
  return variables;
};

/** What the guide to messages reads. */
export const messageVariables = async (whole: WholeStack): Promise<Variables> => {
  const { variables } = await messagingLine(whole, 'messages');
  return { ...variables, RECIPIENT: 'DE.8f14e45fceea167a5a36dedd4bea2543', MESSAGE_ID: 'wamid.HBgLMTU1' };
};

/** A line whose business account has the template of the guide. */
export const templateVariables = async (whole: WholeStack): Promise<Variables> => {
  const { id, platform_waba_id: waba_id } = await connectLine(whole, 'templates');
  const named = { id: '7001', waba_id, name: 'welcome', language: 'en' };
  const template = { ...named, category: 'UTILITY', status: 'APPROVED', components: [] };
  await fetch(whole.stack.description.platform.control_url, { method: 'POST', body: JSON.stringify({ template }) });
  await whole.command('POST', 'refresh-partner-platform-templates', { instance_id: id });
  await until(
    async () => (await whole.query('list-partner-platform-templates', { instance_id: id })).body['total'],
    (total) => total === 1,
  );
  return { INSTANCE_ID: id };
};
