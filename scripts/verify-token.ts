/**
 * `… | npm run -s verify-token`: reads the app's secret from the standard input and prints the verify token, which is
 * entered at the platform together with the callback URL.
 */
import { text } from 'node:stream/consumers';
import { appVerifyToken } from '../lambdas/domain/webhook/app-verify-token.ts';
import { complain, print } from '../packages/terminal/src/output.ts';

const secret = (await text(process.stdin)).replace(/\r?\n$/, '');
if (secret === '') {
  complain('error: pass the secret of the app on the standard input\n');
  process.exitCode = 2;
} else {
  print(`${appVerifyToken(secret)}\n`);
}
