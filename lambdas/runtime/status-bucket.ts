import { GetObjectCommand, PutObjectCommand, S3ServiceException, type S3Client } from '@aws-sdk/client-s3';
import { statusCacheControl, statusPageKey, statusRecordKey } from '../kernel/status-page.ts';

/** The stored status, and the page that shows it. */
export interface StatusFiles {
  readonly read: () => Promise<{ readonly text: string; readonly etag: string } | null>;
  /** @param etag of what is replaced; null: there is none @returns false when that is no longer stored */
  readonly replace: (text: string, etag: string | null) => Promise<boolean>;
  readonly show: (page: string) => Promise<void>;
}

const isRefusedWith = (error: unknown, statuses: readonly number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);

/** The status in the bucket of the portal. */
export const statusBucket = (client: S3Client, bucket: string): StatusFiles => {
  const put = async (key: string, type: string, content: string, condition: object): Promise<void> => {
    await client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: content,
        ContentType: type,
        CacheControl: statusCacheControl,
        ...condition,
      }),
    );
  };
  return {
    read: async () => {
      try {
        const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: statusRecordKey }));
        return { text: (await answer.Body?.transformToString()) ?? '', etag: answer.ETag ?? '' };
      } catch (error) {
        // Without the permission to list, a missing object answers 403: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
        if (isRefusedWith(error, [403, 404])) return null;
        throw error;
      }
    },
    replace: async (text, etag) => {
      try {
        const condition = etag === null ? { IfNoneMatch: '*' } : { IfMatch: etag };
        await put(statusRecordKey, 'application/json', text, condition);
        return true;
      } catch (error) {
        // https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
        if (isRefusedWith(error, [404, 409, 412])) return false;
        throw error;
      }
    },
    show: (page) => put(statusPageKey, 'text/html; charset=utf-8', page, {}),
  };
};
