/** `npm run -s bill`: the software bill of materials of what is deployed. */
import { text } from 'node:stream/consumers';
import { deployedBill } from './dependencies/bill.ts';
import { readDeployed } from './dependencies/deployed.ts';

const everything: unknown = JSON.parse(await text(process.stdin));
process.stdout.write(`${JSON.stringify(deployedBill(everything, readDeployed().names), null, 2)}\n`);
