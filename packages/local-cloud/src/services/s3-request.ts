import { AwsError, type AwsRequest } from './aws-service.ts';

/** What a request of S3 is about: path-style addresses alone. */
export interface BucketRequest {
  readonly bucket: string;
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
}

export const bucketRequest = (path: string): BucketRequest => {
  const { pathname, searchParams: query } = new URL(path, 'http://localhost');
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(pathname) ?? [];
  return { bucket: decodeURIComponent(bucket), key: decodeURIComponent(key), query };
};

/** The operations that the local cloud has, by method: of objects and of buckets. */
const ofObjects: Readonly<Record<string, string>> = {
  PUT: 'PutObject',
  GET: 'GetObject',
  DELETE: 'DeleteObject',
};

/** The API's name of the operation; `Unknown` for others. */
export const bucketOperation = (method: string, path: string): string => {
  const { key, query } = bucketRequest(path);
  if (key !== '') return ofObjects[method] ?? 'Unknown';
  if (method !== 'GET') return 'Unknown';
  if (query.has('versions')) return 'ListObjectVersions';
  return query.get('list-type') === '2' ? 'ListObjectsV2' : 'Unknown';
};

/** The content of an upload, with its transfer encoding removed. @throws AwsError for an encoding that is not read here */
export const contentOf = ({ headers, body }: AwsRequest): string => {
  if (headers['content-encoding']?.includes('aws-chunked') === true) {
    throw new AwsError('NotImplemented', 'The local cloud does not read aws-chunked uploads', 501);
  }
  return body.toString('base64');
};
