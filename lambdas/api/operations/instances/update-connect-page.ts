import * as z from 'zod/mini';
import { mostLogoBytes, type ConnectLogo, type ConnectPage } from '../../../domain/connect-page.ts';
import { invalid } from '../../../kernel/errors.ts';
import { isoOf, laterThan } from '../../../kernel/time.ts';
import { fetchLogo } from '../../../outbound/fetch-logo.ts';
import {
  connectLogoClause,
  connectPageClause,
  readConnectPage,
  type ConnectPageRecord,
} from '../../../store/partners/connect-page.ts';
import { persist } from '../../../store/table/commit.ts';
import { requireUnanswered } from '../../../store/table/receipts.ts';
import { callAuditClauses } from '../../call-audit.ts';
import type { Deps } from '../../deps.ts';
import { line, optionalText, rule, text } from '../../fields.ts';
import { operation, type Answer, type Call } from '../../operation.ts';
import { partnerUrl } from '../../partner-url.ts';
import { connectPageView, shownConnectPage } from '../../resources/connect-page.ts';
import { settle } from '../../settle.ts';

const mostUrlLength = 2048;

const input = z.object({
  display_name: optionalText(line(1, 80)),
  logo_url: optionalText(partnerUrl(['format', 'max_length', 'https', 'no_user_info', 'no_fragment'], mostUrlLength)),
  color: optionalText(
    text(7, 7).check(
      rule('format', 'must be a colour as #rrggbb', (value) => /^#[0-9a-f]{6}$/i.test(value), {
        schema: { pattern: '^#[0-9a-fA-F]{6}$' },
      }),
    ),
  ),
  privacy_url: optionalText(partnerUrl(['format', 'max_length', 'https', 'no_user_info'], mostUrlLength)),
});
const output = z.object({ connect_page: connectPageView });

/** One answer to all that can be wrong, so that it tells nothing of what answers at an address. */
const mustLead = `must lead to a PNG, JPEG, WebP or GIF image of at most ${mostLogoBytes} bytes, with status 200, the Content-Type of its format and no redirect, at a public address with a valid certificate; SVG is not accepted`;

type Given = z.output<typeof input>;
type UpdateCall = Call<z.input<typeof output>>;
type Shown = Omit<ConnectPage, 'updated_at'>;

const nothing: Shown = { display_name: null, logo_url: null, color: null, privacy_url: null, logo_hash: null };

/** The logo of the given address; null for none, undefined when none was given. @throws ServiceError validation_failed */
const logoFrom = async (
  deps: Deps,
  call: UpdateCall,
  url: Given['logo_url'],
): Promise<ConnectLogo | null | undefined> => {
  if (url === undefined || url === null) return url;
  // A repeated call gets its first response, whatever the address serves now.
  await requireUnanswered(deps.table, call.claim);
  const logo = await fetchLogo(deps.outbound, url);
  await call.requireStanding();
  if (logo === undefined) throw invalid('logo_url', 'fetch', `logo_url ${mustLead}`);
  return logo;
};

/** @param logo undefined keeps the stored one */
const shownAfter = (current: Shown, given: Given, logo: ConnectLogo | null | undefined): Shown => {
  const { display_name, logo_url, privacy_url } = given;
  const color = given.color?.toLowerCase() ?? given.color;
  return {
    display_name: display_name === undefined ? current.display_name : display_name,
    color: color === undefined ? current.color : color,
    privacy_url: privacy_url === undefined ? current.privacy_url : privacy_url,
    logo_url: logo_url === undefined ? current.logo_url : logo_url,
    logo_hash: logo === undefined ? current.logo_hash : (logo?.hash ?? null),
  };
};

const names = ['display_name', 'logo_url', 'color', 'privacy_url', 'logo_hash'] as const;

const adopt = async (
  deps: Deps,
  call: UpdateCall,
  given: Given,
  logo: ConnectLogo | null | undefined,
): Promise<Answer> => {
  const { table } = deps;
  const { partnerId } = call;
  const current: ConnectPageRecord | null = await readConnectPage(table, partnerId);
  const before = current ?? nothing;
  const shown = shownAfter(before, given, logo);
  const changed = names.filter((name) => shown[name] !== before[name]);
  if (changed.length === 0)
    return settle(deps, call, call.answer(200, { connect_page: shownConnectPage(current) }), [], []);
  const now = deps.clock();
  const page = { ...shown, updated_at: current === null ? isoOf(now) : laterThan(current.updated_at, now) };
  const clauses = [
    connectPageClause(table, partnerId, page, current?.revision ?? 0),
    ...(logo === undefined ? [] : [connectLogoClause(table, partnerId, logo)]),
    ...callAuditClauses(deps, call, {
      action: 'connect page update',
      subject: { changed_fields: changed.join(' ') },
      reason: null,
    }),
  ];
  return settle(deps, call, call.answer(200, { connect_page: shownConnectPage(page) }), [], clauses);
};

/**
 * Sets what the hosted page of connect sessions shows of the partner. An omitted field is kept, null clears it. The image of
 * `logo_url` is fetched at each update that gives it, and stored, so that the page loads nothing from elsewhere.
 */
export const updateConnectPage = operation({
  input,
  output,
  run: async (deps, call, given) => {
    const logo = await logoFrom(deps, call, given.logo_url);
    return persist(deps.retryPolicy, () => adopt(deps, call, given, logo));
  },
});
