/** `npm run -s bill`: the software bill of materials of what is deployed. */
import { text } from 'node:stream/consumers';
import { print } from '../packages/terminal/src/output.ts';
import { deployedBill } from './dependencies/bill.ts';
import { readDeployed } from './dependencies/deployed.ts';

const everything: unknown = JSON.parse(await text(process.stdin));
print(`${JSON.stringify(deployedBill(everything, readDeployed().names), null, 2)}\n`);
