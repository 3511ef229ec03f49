import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError, type AwsAnswer, type AwsRequest, type AwsService } from './aws-service.ts';
import type { JsonFile } from './json-file.ts';
import { requireChecksum, requireUnlocked, retentionIn, type Retention } from './object-lock.ts';
import { requireConditions } from './s3-conditions.ts';
import { bucketRequest, contentOf } from './s3-request.ts';
import { element, xmlAnswer } from './xml.ts';

export interface S3 {
  readonly handle: AwsService;
  /** Creates the bucket, or gives an existing one the template's configuration. */
  readonly createBucket: (properties: unknown) => Promise<{ name: string; arn: string }>;
  /** @returns null for a missing object */
  readonly read: (bucket: string, key: string) => Buffer | null;
}

const versionForm = z.object({
  id: z.string(),
  /** Base64; null in a delete marker. */
  content: z.string().nullable(),
  modifiedAt: z.string(),
  retainedUntil: z.string().nullable(),
});
type Version = z.infer<typeof versionForm>;
/** The versions of each key, the newest last, by bucket. */
const kept = z.record(z.string(), z.record(z.string(), z.array(versionForm)));

const bucketProperties = z.object({ BucketName: z.string(), ObjectLockConfiguration: z.unknown().optional() });
const day = 86_400_000;
const mostKeys = 1_000;

interface Bucket {
  readonly objects: Map<string, Version[]>;
  retention: Retention | null;
}

const etagOf = (content: string): string =>
  `"${createHash('md5').update(Buffer.from(content, 'base64')).digest('hex')}"`;

const present = ({ objects }: Bucket, key: string): (Version & { content: string }) | undefined => {
  const { content = null, ...rest } = objects.get(key)?.at(-1) ?? {};
  return content === null || !('id' in rest) ? undefined : { ...rest, content };
};

const getObject = (bucket: Bucket, key: string): AwsAnswer => {
  const version = present(bucket, key);
  if (version === undefined) throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404);
  const { id, content, retainedUntil } = version;
  const lock: Readonly<Record<string, string>> =
    retainedUntil === null || bucket.retention === null
      ? {}
      : { 'x-amz-object-lock-mode': bucket.retention.mode, 'x-amz-object-lock-retain-until-date': retainedUntil };
  const headers = { etag: etagOf(content), 'x-amz-version-id': id, 'content-type': 'application/json', ...lock };
  return { status: 200, headers, body: Buffer.from(content, 'base64') };
};

const keysOf = (bucket: Bucket, query: URLSearchParams): readonly string[] =>
  Array.from(bucket.objects.keys())
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > (query.get('start-after') ?? ''))
    .toSorted();
const listObjects = (bucket: Bucket, query: URLSearchParams): AwsAnswer => {
  const found = keysOf(bucket, query).filter((key) => present(bucket, key) !== undefined);
  const contents = found.slice(0, mostKeys).map((key) => element('Contents', element('Key', key, 'text')));
  const truncated = element('IsTruncated', String(found.length > mostKeys), 'text');
  return xmlAnswer(200, element('ListBucketResult', `${truncated}${contents.join('')}`));
};
const listVersions = (bucket: Bucket, query: URLSearchParams): AwsAnswer => {
  const shown = keysOf(bucket, query).flatMap((key) =>
    (bucket.objects.get(key) ?? []).map(({ id, content }) =>
      element(
        content === null ? 'DeleteMarker' : 'Version',
        `${element('Key', key, 'text')}${element('VersionId', id, 'text')}`,
      ),
    ),
  );
  return xmlAnswer(200, element('ListVersionsResult', shown.join('')));
};

type Perform = (bucket: Bucket, key: string, query: URLSearchParams, request: AwsRequest) => Promise<AwsAnswer>;

/** @param save is awaited after each change */
const operationsOn = (save: () => Promise<void>, now: () => number): Perform => {
  const add = async (bucket: Bucket, key: string, content: string | null): Promise<Version> => {
    const { retention } = bucket;
    const retainedUntil =
      content === null || retention === null ? null : new Date(now() + retention.days * day).toISOString();
    const version = { id: randomUUID(), content, modifiedAt: new Date(now()).toISOString(), retainedUntil };
    bucket.objects.set(key, [...(bucket.objects.get(key) ?? []), version]);
    await save();
    return version;
  };

  const putObject = async (bucket: Bucket, key: string, request: AwsRequest): Promise<AwsAnswer> => {
    if (bucket.retention !== null) requireChecksum(request.headers);
    const current = present(bucket, key)?.content;
    requireConditions(request.headers, current === undefined ? null : etagOf(current));
    const content = contentOf(request);
    const { id } = await add(bucket, key, content);
    return { status: 200, headers: { etag: etagOf(content), 'x-amz-version-id': id }, body: '' };
  };

  /** Without a version a delete marker is added, also over a locked version: https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock-managing.html */
  const deleteObject = async (bucket: Bucket, key: string, versionId: string | null): Promise<AwsAnswer> => {
    if (versionId === null) {
      await add(bucket, key, null);
      return { status: 204, headers: { 'x-amz-delete-marker': 'true' }, body: '' };
    }
    const versions = bucket.objects.get(key) ?? [];
    requireUnlocked(versions.find(({ id }) => id === versionId)?.retainedUntil ?? null, now());
    bucket.objects.set(
      key,
      versions.filter(({ id }) => id !== versionId),
    );
    await save();
    return { status: 204, headers: {}, body: '' };
  };

  return async (bucket, key, query, request) => {
    switch (request.operation) {
      case 'PutObject':
        return putObject(bucket, key, request);
      case 'GetObject':
        return getObject(bucket, key);
      case 'DeleteObject':
        return deleteObject(bucket, key, query.get('versionId'));
      case 'ListObjectsV2':
        return listObjects(bucket, query);
      case 'ListObjectVersions':
        return listVersions(bucket, query);
      default:
        throw new AwsError('NotImplemented', 'The local cloud does not have this operation of S3', 501);
    }
  };
};

/**
 * Buckets with versions: what the service needs of S3. Object Lock refuses to delete a version and to shorten a retention.
 * Bucket policies and lifecycles are not evaluated.
 */
export const startS3 = async (file: JsonFile, now: () => number): Promise<S3> => {
  const buckets = new Map<string, Bucket>();
  for (const [name, objects] of Object.entries(kept.parse((await file.read()) ?? {}))) {
    buckets.set(name, { objects: new Map(Object.entries(objects)), retention: null });
  }
  const save = (): Promise<void> =>
    file.write(Object.fromEntries(Array.from(buckets, ([name, { objects }]) => [name, Object.fromEntries(objects)])));
  const bucketOf = (name: string): Bucket => {
    const bucket = buckets.get(name);
    if (bucket === undefined) throw new AwsError('NoSuchBucket', 'The specified bucket does not exist', 404);
    return bucket;
  };
  const perform = operationsOn(save, now);

  return {
    handle: async (request) => {
      const { bucket: name, key, query } = bucketRequest(request.path);
      return perform(bucketOf(name), key, query, request);
    },
    read: (bucket, key) => {
      const { content } = present(bucketOf(bucket), key) ?? {};
      return content === undefined ? null : Buffer.from(content, 'base64');
    },
    createBucket: async (properties) => {
      const { BucketName: name, ObjectLockConfiguration } = bucketProperties.parse(properties);
      const objects = buckets.get(name)?.objects ?? new Map<string, Version[]>();
      buckets.set(name, { objects, retention: retentionIn(ObjectLockConfiguration) });
      await save();
      return { name, arn: `arn:aws:s3:::${name}` };
    },
  };
};
