import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AccessRecord } from './services/access-record.ts';
import { functionArn } from './services/names.ts';

/** An access of a function, with logical ids of the template in place of resource names. */
export interface GrantUse {
  readonly function: string;
  readonly action: string;
  /** `Table`, `Table/index/due`, `Table/stream`; the ARN of a resource that the template does not create. */
  readonly resource: string;
  readonly purpose: string | null;
  readonly allowed: boolean;
}

/** The resource's logical id, followed by the rest of the ARN. */
const symbolOf = (arn: string, logicalIds: ReadonlyMap<string, string>): string => {
  for (let end = arn.length; end > 0; end = arn.lastIndexOf('/', end - 1)) {
    const logicalId = logicalIds.get(arn.slice(0, end));
    if (logicalId !== undefined) return `${logicalId}${arn.slice(end)}`;
  }
  return arn;
};

/** @param logicalIds of the template's resources, by ARN */
export const grantUsesOf = (record: AccessRecord, logicalIds: ReadonlyMap<string, string>): readonly GrantUse[] =>
  record.list().flatMap(({ sessionName, action, resource, purpose, allowed }) => {
    const logicalId = logicalIds.get(functionArn(sessionName));
    if (logicalId === undefined) return [];
    return [{ function: logicalId, action, resource: symbolOf(resource, logicalIds), purpose, allowed }];
  });

/** The variable with the folder where every stack records the accesses of its functions when it stops. `npm run grants` reads it. */
const folderVariable = 'GRANTS_DIRECTORY';

export const writeGrantUses = (uses: readonly GrantUse[]): void => {
  const folder = process.env[folderVariable];
  if (folder === undefined || folder === '') return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${randomUUID()}.json`), JSON.stringify(uses));
};
