/** Reads cases from stdin, a line each, and prints for each whether the sample accepts it. The other drivers do the same. */
import { createInterface } from 'node:readline';
import { isHubSigned, isSigned } from '../../../docs/signatures/verify.ts';

for await (const line of createInterface(process.stdin)) {
  const [kind, now = '', keys = '', content = '', ...fields] = line.split('\t');
  const secrets = keys.split(',').map((key) => Buffer.from(key, 'base64').toString());
  const body = Uint8Array.from(Buffer.from(content, 'base64'));
  const headers = new Headers(
    fields.map((field): [string, string] => {
      const [name = '', ...value] = field.split('=');
      return [name, value.join('=')];
    }),
  );
  const decide = kind === 'hub' ? isHubSigned(headers, body, secrets) : isSigned(headers, body, secrets, Number(now));
  const isValid = await decide.catch((error: unknown) => {
    if (error instanceof TypeError) return false;
    throw error;
  });
  console.log(isValid ? 'accepted' : 'refused');
}
