import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { postCommand } from '../../../local/console/snippets.ts';

test('a command brings every character through the shell', () => {
  const customer_name = `it's "$HOME" \`id\` \\ é\n!`;
  const command = postCommand({ apiUrl: 'http://x', apikey: "a'b", apiKey: 'c' }, 'route', { customer_name });
  const words = execFileSync('sh', ['-c', command.replace('curl', 'printf "%s\\0"')], { encoding: 'utf8' }).split('\0');
  expect(words).toContain("apikey: a'b");
  const body: unknown = JSON.parse(words.find((word) => word.startsWith('{')) ?? '');
  expect(body).toEqual({ route: 'route', customer_name });
});
