import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { postCommand, shellVariables } from '../../../local/console/commands.ts';

const hostile = `it's "$HOME" \`id\` \\ é!`;
const description = {
  console_url: 'http://127.0.0.1:4000/',
  api_url: 'http://x/api',
  apikey: hostile,
  receiver: { inbox_url: 'http://x/inbox', control_url: '' },
};
const variables = shellVariables(description, { api_key: 'key', webhook_secret: 'whsec_x' });

test('the variables hold every character', () => {
  const script = `${variables}\nprintf '%s\\n' "$API_URL" "$APIKEY" "$PARTNER_KEY" "$WEBHOOK_SECRET" "$INBOX_URL"`;
  const printed = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
  expect(printed).toEqual(['http://x/api', hostile, 'key', 'whsec_x', 'http://x/inbox']);
});

test('the variables are those of the quickstart', () => {
  const quickstart = readFileSync(path.join(import.meta.dirname, '../../../docs/partners/quickstart.md'), 'utf8');
  const namesIn = (text: string): readonly string[] =>
    Array.from(text.matchAll(/^export (\w+)=/gm), ([, name = '']) => name);
  expect(namesIn(variables)).toEqual(namesIn(quickstart));
});

test('a body passes through the shell', () => {
  const command = postCommand('http://x', { text: hostile }).replace('curl', 'printf "%s\\0"');
  const words = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).split('\0');
  expect(words).toContain(JSON.stringify({ text: hostile }));
});
