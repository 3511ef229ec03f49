import { readConnectLogo } from '../store/partners/connect-page.ts';
import type { Table } from '../store/table/table.ts';
import { pageAnswer, type Answer } from './answer.ts';
import type { Language } from './page/language.ts';
import { unknownPage } from './page/refusal.ts';

/** The partner's logo. Its type was checked when it was stored; the policy keeps a browser from running anything in it. */
export const logoAnswer = async (table: Table, partnerId: string, language: Language): Promise<Answer> => {
  const logo = await readConnectLogo(table, partnerId);
  if (logo === null) return pageAnswer(unknownPage(language));
  return {
    statusCode: 200,
    headers: {
      'content-type': logo.type,
      'cache-control': 'private, max-age=300',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    },
    body: logo.bytes.toString('base64'),
    isBase64Encoded: true,
  };
};
