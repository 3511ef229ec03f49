import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import { PlatformError, invalidParameter } from './errors.ts';
import type { MediaFile } from './media-store.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import { freshId } from './state.ts';
import type { PhoneNumber } from './state.ts';
import { authorise } from './tokens.ts';

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media */
const KEPT_MS = 30 * 86_400_000;
const RECEIVED_MS = 7 * 86_400_000;
const URL_SECONDS = 300;
export const DOWNLOAD_PATH = '/whatsapp_business/attachments/';

const MIB = 1024 * 1024;
const OFFICE = 'application/vnd.openxmlformats-officedocument';
/** The most bytes of each type. */
const LIMITS: ReadonlyMap<string, number> = new Map([
  ...['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'].map((type) => [type, 16 * MIB] as const),
  ...['image/jpeg', 'image/png'].map((type) => [type, 5 * MIB] as const),
  ...['video/3gpp', 'video/mp4'].map((type) => [type, 16 * MIB] as const),
  ['image/webp', 500 * 1024],
  ...[
    'text/plain',
    'application/pdf',
    'application/msword',
    'application/vnd.ms-excel',
    'application/vnd.ms-powerpoint',
    `${OFFICE}.wordprocessingml.document`,
    `${OFFICE}.spreadsheetml.sheet`,
    `${OFFICE}.presentationml.presentation`,
  ].map((type) => [type, 100 * MIB] as const),
]);

/** `POST /{phone}/media`: a form with `messaging_product` and `file`, whose part has the type. */
export async function uploadMedia(simulator: Simulator, call: GraphCall, number: PhoneNumber): Promise<unknown> {
  if (textOf(call, 'messaging_product') !== 'whatsapp') {
    throw invalidParameter('The parameter messaging_product is required.');
  }
  const { file } = call.parameters;
  if (!(file instanceof File)) throw invalidParameter('The parameter file is required.');
  const mimeType = file.type.replace(/;.*$/, '').trim().toLowerCase();
  const limit = LIMITS.get(mimeType);
  if (limit === undefined) {
    const types = [...LIMITS.keys()].join(', ');
    throw invalidParameter(
      `Param file must be a file with one of the following types: ${types}. Received file of type '${mimeType}'.`,
    );
  }
  if (file.size > limit) throw invalidParameter(`Param file must have at most ${limit} bytes, of type ${mimeType}.`);
  const id = freshId(simulator.storage.state);
  const bytes = Buffer.from(await file.arrayBuffer());
  const expiresAt = simulator.now() + KEPT_MS;
  simulator.media.add({ id, numberId: number.id, received: false, mimeType, bytes, expiresAt });
  return { id };
}

/** The file of a message of a person. @returns its fields of the message */
export function receiveMedia(
  simulator: Simulator,
  number: PhoneNumber,
  { mime_type: mimeType, data }: { readonly mime_type: string; readonly data: string },
): object {
  const id = freshId(simulator.storage.state);
  const bytes = Buffer.from(data, 'base64');
  const expiresAt = simulator.now() + RECEIVED_MS;
  simulator.media.add({ id, numberId: number.id, received: true, mimeType, bytes, expiresAt });
  return { mime_type: mimeType, sha256: sha256Of(bytes), id };
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** `GET /{media}?phone_number_id`: with a URL that is valid for five minutes. */
export function readMedia(simulator: Simulator, call: GraphCall, file: MediaFile): unknown {
  checkNumber(call, file);
  const until = String(Math.floor(simulator.now() / 1_000) + URL_SECONDS);
  const query = new URLSearchParams({ mid: file.id, ext: until, hash: hashOf(simulator, file.id, until) });
  return {
    messaging_product: 'whatsapp',
    url: `${new URL(simulator.graphUrl).origin}${DOWNLOAD_PATH}?${query.toString()}`,
    mime_type: file.mimeType,
    sha256: sha256Of(file.bytes),
    file_size: String(file.bytes.length),
    id: file.id,
  };
}

/** `DELETE /{media}?phone_number_id` */
export function deleteMedia(simulator: Simulator, call: GraphCall, file: MediaFile): unknown {
  checkNumber(call, file);
  simulator.media.delete(file.id);
  return { success: true };
}

/** The file of a URL of `GET /{media}`, which needs a token as other calls do. @throws PlatformError */
export function downloadMedia(simulator: Simulator, call: GraphCall): MediaFile {
  const [id = '', until = ''] = [textOf(call, 'mid'), textOf(call, 'ext')];
  const file = simulator.media.find(id);
  const number = simulator.storage.state.numbers.get(file?.numberId ?? '');
  const waba = simulator.storage.state.wabas.get(number?.wabaId ?? '');
  const isValid = textOf(call, 'hash') === hashOf(simulator, id, until) && Number(until) * 1_000 > simulator.now();
  if (file === undefined || waba === undefined || !isValid) {
    throw new PlatformError(404, { code: 100, message: 'The URL is not valid any more.' });
  }
  authorise(simulator, call, waba, 'messaging');
  return file;
}

/** Only a file that was uploaded belongs to the number of a query. https://github.com/chatwoot/chatwoot/pull/13319 */
function checkNumber(call: GraphCall, file: MediaFile): void {
  const numberId = textOf(call, 'phone_number_id');
  if (numberId === undefined || (numberId === file.numberId && !file.received)) return;
  throw invalidParameter('Param phone_number_id is not a valid whatsapp business phone number id ID');
}

/** Signs a URL, so that a client can neither make one nor prolong it. */
function hashOf({ settings }: Simulator, id: string, until: string): string {
  return createHmac('sha256', settings.appSecret).update(`${id} ${until}`).digest('base64url');
}

const Content = z.object({ id: z.coerce.string().optional(), link: z.string().optional() });
export const MEDIA_TYPES: ReadonlySet<string> = new Set(['audio', 'document', 'image', 'sticker', 'video']);

/** @throws PlatformError unless a message of media has a link, or a file of the business account */
export function checkMedia({ media, storage }: Simulator, call: GraphCall, number: PhoneNumber): void {
  const type = textOf(call, 'type') ?? '';
  if (!MEDIA_TYPES.has(type)) return;
  const { data: content = {} } = Content.safeParse(call.parameters[type]);
  if ((content.id === undefined) === (content.link === undefined)) {
    throw invalidParameter('Either one of media ID or link must be present', { subcode: 2494009 });
  }
  if (content.id === undefined) return;
  const owner = storage.state.numbers.get(media.find(content.id)?.numberId ?? '');
  if (owner?.wabaId === number.wabaId) return;
  throw invalidParameter('Invalid parameter', {
    details: `Param ${type}['id'] is not a valid whatsapp business account media attachment ID`,
  });
}
