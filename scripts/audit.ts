/** `npm run -s audit`: whether something that is deployed has a severe vulnerability. */
import { text } from 'node:stream/consumers';
import { complain } from '../packages/terminal/src/output.ts';
import { readDeployed } from './dependencies/deployed.ts';
import { severeVulnerabilities } from './dependencies/vulnerabilities.ts';

const report: unknown = JSON.parse(await text(process.stdin));
const found = severeVulnerabilities(report, readDeployed().folders);
for (const line of found) complain(`${line}\n`);
process.exitCode = found.length === 0 ? 0 : 1;
