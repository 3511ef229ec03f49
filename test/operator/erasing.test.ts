import { expect, it } from '@jest/globals';
import { areas } from '../../operator/areas.ts';
import type { CommandResult } from '../../operator/function-answer.ts';
import { main } from '../../operator/main.ts';
import type { Stage } from '../../operator/stage.ts';
import { recordedTerminal } from './recorded-terminal.ts';
import { noCloud } from './no-cloud.ts';

const merged = (customer_id: string, external_customer_id: string, customer_name: string) => ({
  customer_id,
  external_customer_id,
  customer_name,
  customer_email: null,
  customer_phone: null,
  status: 'merged',
  created_at: '2030-01-01T00:00:00.000Z',
  merged_into: 'c',
  instance_count: 0,
});

const asking = async (answer: CommandResult) => {
  const terminal = recordedTerminal(['no']);
  const asked: string[] = [];
  const run: Stage['run'] = (name) => {
    asked.push(name);
    return Promise.resolve(answer);
  };
  const unread = (): never => {
    throw new Error('no log is read');
  };
  const stage: Stage = { run, logs: { find: unread }, cloud: noCloud };
  const code = await main(['customers', 'erase', 'p', 'c'], areas, terminal, () => Promise.resolve(stage));
  return { code, asked, question: terminal.asked.join('') };
};

it('the customers that an erasure erases as well are named before it is confirmed', async () => {
  const customers = [merged('a', 'crm-1', 'Aurelia Blackmarsh'), merged('b', 'crm-2', 'Bernard Coldwater')];
  const { code, asked, question } = await asking({ customer_id: 'c', customers, is_whole: true });
  expect([code, asked]).toEqual([2, ['customers merged']]);
  expect(question).toMatch(/merged into it are erased with it:\n.*a.*crm-1.*Aurelia Blackmarsh\n.*b.*crm-2/);
  expect(question).toMatch(/Erase the personal data of c\?/);
  const more = await asking({ customer_id: 'c', customers, is_whole: false });
  expect(more.question).toContain('… and more');
});

it('an erasure of a customer without merged ones asks for that customer alone', async () => {
  const { question } = await asking({ customer_id: 'c', customers: [], is_whole: true });
  expect(question).toMatch(/^Erase the personal data of c\?/);
});
