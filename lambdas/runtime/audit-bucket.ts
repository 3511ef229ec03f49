import {
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3';

/** The bucket with the copies of the audit trail. */
export interface AuditBucket {
  /** @returns false when the key exists already; its object stays as it is */
  readonly create: (key: string, content: string) => Promise<boolean>;
  readonly read: (key: string) => Promise<string | null>;
  /** Up to 1,000 keys, in their order: all of them if there are fewer. */
  readonly keysAfter: (prefix: string, after: string) => Promise<readonly string[]>;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html */
const exists = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412;

export const auditBucket = (client: S3Client, bucket: string): AuditBucket => ({
  create: async (key, content) => {
    try {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: content,
          ContentType: 'application/json',
          // Without it, a repetition would be a second version.
          IfNoneMatch: '*',
          // An upload with a retention needs a checksum: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
          ChecksumAlgorithm: 'SHA256',
        }),
      );
      return true;
    } catch (error) {
      if (exists(error)) return false;
      throw error;
    }
  },
  read: async (key) => {
    try {
      const { Body: body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return (await body?.transformToString()) ?? null;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  },
  keysAfter: async (prefix, after) => {
    const { Contents: contents = [] } = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, StartAfter: after }),
    );
    return contents.flatMap(({ Key: key }) => key ?? []);
  },
});
