import { gzipSync } from 'node:zlib';
import { ServiceError } from '../kernel/errors.ts';
import type { Response } from './respond.ts';

/** The largest synchronous response of Lambda in bytes. https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const maxPayloadBytes = 6_291_556;

/** The most bytes of a UTF-16 unit in the payload: a control character is escaped twice. */
const mostBytesOfUnit = 7;
const roomForHeaders = 8 * 1024;

const fits = (response: Response): boolean =>
  (response.body ?? '').length * mostBytesOfUnit + roomForHeaders <= maxPayloadBytes ||
  Buffer.byteLength(JSON.stringify(response)) <= maxPayloadBytes;

/** https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3 */
const acceptsGzip = (acceptEncoding = ''): boolean =>
  acceptEncoding.split(',').some((coding) => /^\s*(gzip|x-gzip|\*)\s*(;\s*q=(1|0\.0*[1-9])[\d.]*\s*)?$/i.test(coding));

const compressed = (response: Response): Response => ({
  ...response,
  headers: { ...response.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
  body: gzipSync(response.body ?? '', { level: 1 }).toString('base64'),
  isBase64Encoded: true,
});

/**
 * So many characters are worth the time: some 0.2 ms for each 10 KB. Answers with a secret are shorter: compressed beside a text of
 * an attacker, its length would tell something of it. https://www.rfc-editor.org/rfc/rfc7457#section-2.6
 */
const leastCompressed = 8 * 1024;

/**
 * The response within the limit of Lambda, compressed when that is worth it and the caller takes it. An HTTP API compresses nothing, and
 * CloudFront nothing that it does not cache.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html
 * @throws ServiceError payload_too_large when the caller does not accept gzip
 */
export const fitted = (response: Response, acceptEncoding: string | undefined): Response => {
  const isLong = (response.body ?? '').length >= leastCompressed;
  const sent = isLong && acceptsGzip(acceptEncoding) ? compressed(response) : response;
  if (fits(sent)) return sent;
  throw new ServiceError(
    'payload_too_large',
    'the answer has more than 6 MB; send Accept-Encoding: gzip, or a smaller page_size',
  );
};
