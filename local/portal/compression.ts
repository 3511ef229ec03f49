import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** How CloudFront compresses: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html */

export type Encoding = 'br' | 'gzip';

/** Bytes. A smaller file is sent as it is. */
const leastCompressed = 1_000;
const compressedTypes = /^(text\/|application\/json|image\/svg)/;

export const isCompressed = (type: string, bytes: number): boolean =>
  bytes >= leastCompressed && compressedTypes.test(type);

/** Brotli comes first when the browser takes both. Null: it takes neither. */
export const encodingFor = (accepted: string): Encoding | null => {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : null;
};

/** A middle level: the smallest size would make the first visitor wait for seconds. */
const quality = 5;

export const compress = (body: string | Buffer, encoding: Encoding): Promise<Buffer> => {
  switch (encoding) {
    case 'br':
      return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
    case 'gzip':
      return promisify(gzip)(body);
  }
};
