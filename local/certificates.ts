import { X509Certificate, createPrivateKey } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

const DAY = 86_400_000;
// Browsers refuse server certificates that are valid for longer: https://support.apple.com/en-us/102028
const VALID_DAYS = 397;
const RENEW_DAYS = 30;

export interface Certificates {
  /** PEM file of the local CA, for clients to trust. */
  readonly caFile: string;
  readonly ca: string;
  /** Key and certificate for servers on 127.0.0.1 and localhost, PEM. */
  readonly server: { readonly key: string; readonly cert: string };
  /** Deletes the files when no data directory was given, else does nothing. */
  readonly remove: () => Promise<void>;
}

/**
 * A local CA and a server certificate that it signed, in `dataDirectory`/certificates, or in a temporary directory that
 * `remove` deletes. Existing files are used again, unless they are damaged or expire within 30 days: then both are replaced.
 *
 * The CA's private key is never stored. So a person who trusts the CA trusts this one certificate and no other.
 */
export async function ensureCertificates(
  dataDirectory: string | undefined,
  now: () => number = Date.now,
): Promise<Certificates> {
  if (dataDirectory === undefined) {
    const temporary = await mkdtemp(join(tmpdir(), 'swift-worker-certificates-'));
    return write(temporary, await create(now()), () => rm(temporary, { recursive: true, force: true }));
  }
  const directory = join(dataDirectory, 'certificates');
  const keep = (): Promise<void> => Promise.resolve();
  const kept = await read(directory);
  if (kept !== undefined && isUsable(kept, now())) {
    await chmod(join(directory, FILES.key), 0o600);
    return { caFile: join(directory, FILES.ca), ca: kept.ca, server: { key: kept.key, cert: kept.cert }, remove: keep };
  }
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return write(directory, await create(now()), keep);
}

interface Pems {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const FILES = { ca: 'ca.pem', cert: 'server.pem', key: 'server-key.pem' } as const;

async function read(directory: string): Promise<Pems | undefined> {
  try {
    const [ca, cert, key] = await Promise.all(
      [FILES.ca, FILES.cert, FILES.key].map((file) => readFile(join(directory, file), 'utf8')),
    );
    return ca === undefined || cert === undefined || key === undefined ? undefined : { ca, cert, key };
  } catch {
    return undefined;
  }
}

function isUsable(pems: Pems, now: number): boolean {
  try {
    const ca = new X509Certificate(pems.ca);
    const cert = new X509Certificate(pems.cert);
    return (
      cert.checkIssued(ca) &&
      cert.verify(ca.publicKey) &&
      cert.checkPrivateKey(createPrivateKey(pems.key)) &&
      cert.checkIP('127.0.0.1') !== undefined &&
      cert.checkHost('localhost') !== undefined &&
      Math.min(ca.validToDate.getTime(), cert.validToDate.getTime()) - now > RENEW_DAYS * DAY
    );
  } catch {
    return false;
  }
}

async function create(now: number): Promise<Pems> {
  const common = {
    keyType: 'ec',
    algorithm: 'sha256',
    // Valid since an hour ago, for clients whose clock is behind.
    notBeforeDate: new Date(now - 3_600_000),
    notAfterDate: new Date(now + VALID_DAYS * DAY),
  } as const;
  const ca = await generate([{ name: 'commonName', value: 'swift-worker local CA' }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...common,
    ca: { key: ca.private, cert: ca.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'localhost' },
        ],
      },
    ],
  });
  return { ca: `${ca.cert.trim()}\n`, cert: `${server.cert.trim()}\n`, key: server.private };
}

async function write(directory: string, pems: Pems, remove: () => Promise<void>): Promise<Certificates> {
  // The key is written last. Without it the set counts as damaged, so a new set replaces it after a crash.
  await rm(join(directory, FILES.key), { force: true });
  await replace(join(directory, FILES.ca), pems.ca, 0o644);
  await replace(join(directory, FILES.cert), pems.cert, 0o644);
  await replace(join(directory, FILES.key), pems.key, 0o600);
  return { caFile: join(directory, FILES.ca), ca: pems.ca, server: { key: pems.key, cert: pems.cert }, remove };
}

async function replace(file: string, text: string, mode: number): Promise<void> {
  const fresh = `${file}.${process.pid}.new`;
  await writeFile(fresh, text, { mode });
  await rename(fresh, file);
}
