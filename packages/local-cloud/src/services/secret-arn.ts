import { createHash } from 'node:crypto';
import { arn } from './names.ts';

/** The ARN of the secret with this name or ARN. Its last six characters derive from the name and are not random. */
export const secretArn = (nameOrArn: string): string =>
  nameOrArn.startsWith('arn:') ? nameOrArn : arn('secretsmanager', `secret:${nameOrArn}-${suffix(nameOrArn)}`);

const suffix = (name: string): string =>
  createHash('sha256').update(name).digest('base64url').replace(/[-_]/g, '0').slice(0, 6);
