import { z } from 'zod';

/** What `npm audit --json` answers: https://docs.npmjs.com/cli/v11/commands/npm-audit */
const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), nodes: z.array(z.string()) })),
});

const severe: ReadonlySet<string> = new Set(['high', 'critical']);

/**
 * The severe vulnerabilities of what is deployed.
 * @param json the answer of `npm audit` about everything that is installed @param folders of the packages that are deployed
 */
export const severeVulnerabilities = (json: unknown, folders: ReadonlySet<string>): readonly string[] =>
  Object.entries(report.parse(json).vulnerabilities).flatMap(([name, { severity, nodes }]) =>
    severe.has(severity) && nodes.some((folder) => folders.has(folder)) ? [`${name}: ${severity}`] : [],
  );
