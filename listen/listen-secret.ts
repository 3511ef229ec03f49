import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { signedHeaders, signingSecretFrom } from '../lambdas/domain/webhook/signature.ts';
import type { Environment } from './access.ts';
import { codeOf } from './error-code.ts';
import { Failure } from './failure.ts';

export const secretName = 'SWIFT_WORKER_LISTEN_SECRET';

const checked = (secret: string, where: string, next: string): string => {
  try {
    signedHeaders([secret], 'check', 0, Buffer.alloc(0));
    return secret;
  } catch (error) {
    throw new Failure(`${where} must be whsec_ and the base64 of 24 to 64 bytes.`, next, error);
  }
};

/** Creates the file whole and only once, so that two programs that start at the same time get the same secret. */
const ensureFile = (file: string): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, `${signingSecretFrom(randomBytes(32))}\n`, { mode: 0o600 });
  try {
    linkSync(fresh, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh);
  }
};

const readSecret = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
};

/** The secret that signs what is forwarded: that of the environment, or that of the file, which only its owner can read. */
export const listenSecret = (environment: Environment, file: string): string => {
  const given = environment[secretName];
  if (given !== undefined && given !== '') return checked(given, secretName, 'unset it to use a stored secret');
  const kept = readSecret(file);
  if (kept === null) ensureFile(file);
  return checked(kept ?? readFileSync(file, 'utf8').trim(), file, 'delete the file; the next start makes a new secret');
};
