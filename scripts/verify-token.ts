/**
 * `… | npm run -s verify-token`: reads the app's secret from the standard input and prints the token that the platform
 * is told with the address of its callbacks.
 */
import { text } from 'node:stream/consumers';
import { verifyTokenOf } from '../lambdas/platform-callback/verify-token.ts';

const secret = (await text(process.stdin)).replace(/\r?\n$/, '');
if (secret === '') {
  process.stderr.write('error: give the secret of the app at the standard input\n');
  process.exitCode = 2;
} else {
  process.stdout.write(`${verifyTokenOf(secret)}\n`);
}
