import { describe, expect, test } from '@jest/globals';
import { instanceKey } from '../../lambdas/api/selectors.ts';
import type { DeliveryHealth } from '../../packages/client/src/schemas.ts';
import { settingsOf } from '../../portal/src/boot/settings.ts';
import { changesOf } from '../../portal/src/pages/customers/changes-of.ts';
import { shownRates } from '../../portal/src/pages/delivery/shown-rates.ts';
import { worstFirst, worstVerdict } from '../../portal/src/pages/delivery/worst-first.ts';
import { actionsOf } from '../../portal/src/pages/lines/line-action.ts';
import { proposedKey } from '../../portal/src/pages/lines/proposed-key.ts';
import { troublesOf, type Facts } from '../../portal/src/pages/overview/troubles.ts';
import { accountName } from '../../portal/src/pages/templates/account-name.ts';
import { markedText, type Piece } from '../../portal/src/pages/templates/marked-text.ts';
import { troubledFirst } from '../../portal/src/pages/templates/template-order.ts';
import { templateParts } from '../../portal/src/pages/templates/template-parts.ts';
import { daysOf, monthsUpTo } from '../../portal/src/pages/usage/months.ts';
import { attemptPlaces, succeeded } from '../../portal/src/pieces/attempt-places.ts';
import { parseChoice } from '../../portal/src/pieces/column-choice.ts';
import { isConfirmed } from '../../portal/src/pieces/is-confirmed.ts';
import { ends } from '../../portal/src/pieces/ends.ts';
import { entityPath } from '../../portal/src/pieces/entity-path.ts';
import { isolated, joined } from '../../portal/src/pieces/isolated.ts';
import { supportUrl } from '../../portal/src/pieces/support.ts';
import { en } from '../../portal/src/texts/en.ts';

type Verdict = DeliveryHealth['verdict'];

const settings = {
  stage: 'staging',
  apiUrl: 'https://api.test/functions/v1/swift-worker',
  apikey: 'pk_test_1',
  clientId: 'client',
  issuer: 'https://issuer.test/pool',
  signInUrl: 'https://sign-in.test/',
};

describe('config.json', () => {
  test('is read', () => {
    const read = { ...settings, signInUrl: 'https://sign-in.test' };
    expect(settingsOf(settings)).toEqual({ ...read, support: null, statusPage: null });
    const help = { support: 'help@partner.test', statusPage: 'https://status.test/' };
    expect(settingsOf({ ...settings, ...help })).toEqual({ ...read, ...help });
  });

  test.each(Object.keys(settings))('without %s is refused', (name) => {
    expect(() => settingsOf({ ...settings, [name]: undefined })).toThrow(`config.json has no ${name}`);
  });
});

test.each([
  ['help@sw.test', null, 'mailto:help@sw.test'],
  ['help@sw.test', 'a b', 'mailto:help@sw.test?subject=a%20b'],
  ['https://help.test/', 'a b', 'https://help.test/'],
  ['https://help.test/?about={request_id}', 'a&b', 'https://help.test/?about=a%26b'],
  ['https://help.test/?about={request_id}', null, 'https://help.test/?about='],
])('the support at %s is asked about the request %s at %s', (support, requestId, url) => {
  expect(supportUrl(support, requestId)).toBe(url);
});

describe('what needs a member', () => {
  const well: Facts = {
    lines: new Map(),
    endpoint: { health: 'healthy', failing_since: null },
    undelivered: 0,
    troubledAccounts: 0,
    health: { verdict: 'healthy', rates: { delivered: 1, read: 0, failed: 0 } },
    slots: { limit: 10, occupied: 3 },
    unread: 0,
  };
  const kindsOf = (facts: Partial<Facts>): readonly string[] => troublesOf({ ...well, ...facts }).map(({ is }) => is);

  test('is nothing when all is well', () => {
    expect(kindsOf({})).toEqual([]);
  });

  test('begins with the worst', () => {
    const lines: Facts['lines'] = new Map([
      ['awaiting_connection', 2],
      ['reconnect_required', 1],
      ['deactivation_failed', 1],
    ]);
    expect(kindsOf({ lines, endpoint: { health: 'disabled', failing_since: null }, unread: 3 })).toEqual([
      'reconnect',
      'removal',
      'endpoint-disabled',
      'awaiting',
      'unread',
    ]);
  });

  test('is an endpoint that fails or is down, and none that is slow', () => {
    const since = '2026-03-01T09:00:00.000Z';
    expect(kindsOf({ endpoint: { health: 'failing', failing_since: since } })).toEqual(['endpoint-failing']);
    expect(kindsOf({ endpoint: { health: 'paused', failing_since: since } })).toEqual(['endpoint-down']);
    expect(kindsOf({ endpoint: { health: 'slow', failing_since: null } })).toEqual([]);
  });

  test('is a missing endpoint only when it is known that there is none', () => {
    expect(kindsOf({ endpoint: null })).toEqual(['endpoint-missing']);
    expect(kindsOf({ endpoint: undefined })).toEqual([]);
  });

  test('is what the platform does to templates, when the member may see them', () => {
    expect(kindsOf({ troubledAccounts: 2, undelivered: 1 })).toEqual(['templates', 'undelivered']);
    expect(kindsOf({ troubledAccounts: undefined })).toEqual([]);
  });

  test('is a full or a bad partner', () => {
    const rates = { delivered: 0.5, read: 0, failed: 0.5 };
    expect(kindsOf({ slots: { limit: 3, occupied: 3 }, health: { verdict: 'critical', rates } })).toEqual([
      'delivery',
      'slots-full',
    ]);
    expect(kindsOf({ slots: { limit: null, occupied: 300 } })).toEqual([]);
  });
});

describe('a line that loses messages', () => {
  const health = (verdict: Verdict, lines: readonly Verdict[]) => ({
    verdict,
    rates: { delivered: 0.9, read: 0, failed: 0.01 },
    by_instance: lines.map((one, place) => ({
      instance_id: String(place),
      counts: { sent: 0, delivered: 0, read: 0, failed: 0, deleted: 0 },
      messages: 100,
      rates: { delivered: 0.5, read: 0, failed: one === 'critical' ? 0.43 : 0.06 },
      verdict: one,
    })),
  });

  test.each([
    ['healthy', ['healthy', 'insufficient_data'], 'healthy'],
    ['healthy', ['healthy', 'degraded'], 'degraded'],
    ['degraded', ['critical', 'degraded'], 'critical'],
    ['critical', ['degraded'], 'critical'],
    ['insufficient_data', [], 'insufficient_data'],
  ] as const)('of %s messages with the lines %j makes the verdict %s', (verdict, lines, worst) => {
    expect(worstVerdict(health(verdict, lines))).toBe(worst);
  });

  test('needs the member although all messages together are healthy', () => {
    const facts: Facts = {
      lines: new Map(),
      endpoint: undefined,
      undelivered: undefined,
      troubledAccounts: undefined,
      health: health('healthy', ['degraded', 'healthy', 'critical']),
      slots: { limit: null, occupied: 3 },
      unread: undefined,
    };
    expect(troublesOf(facts)).toEqual([{ is: 'lines-failing', critical: true, count: 2, line: '2', failed: 0.43 }]);
  });
});

test.each([
  [
    { delivered: 0.8085, failed: 0.1915 },
    { delivered: 0.809, failed: 0.191 },
  ],
  [
    { delivered: 0.8085, failed: 0.0915 },
    { delivered: 0.8085, failed: 0.0915 },
  ],
  [
    { delivered: null, failed: null },
    { delivered: null, failed: null },
  ],
])('the rates %j are shown as %j', (rates, shown) => {
  expect(shownRates(rates)).toEqual(shown);
});

describe('what can be done with a line', () => {
  const all = { write: true, reveal: true };

  test.each([
    ['created', ['connect', 'label', 'move', 'deactivate']],
    ['connected', ['reconnect', 'refresh', 'label', 'move', 'deactivate', 'reveal']],
    ['reconnect_required', ['reconnect', 'refresh', 'label', 'move', 'deactivate', 'reveal']],
    ['deactivation_failed', ['label', 'deactivate']],
    ['deactivating', ['label']],
    ['inactive', ['connect']],
  ] as const)('that is %s: %j', (status, actions) => {
    expect(actionsOf({ status }, all)).toEqual(actions);
  });

  test('is nothing for a member who may only read', () => {
    expect(actionsOf({ status: 'connected' }, { write: false, reveal: false })).toEqual([]);
  });
});

describe('the key that is proposed for a line', () => {
  test.each([
    ['C-100', 0, 'C-100-1'],
    ['Padaria São João #7', 2, 'Padaria-Sao-Joao-7-3'],
    ['مخبز', 0, 'line-1'],
    ['a'.repeat(200), 9, `${'a'.repeat(60)}-10`],
  ])('of the customer %s with %i lines is %s', (id, lines, key) => {
    expect(proposedKey({ external_customer_id: id, instance_count: lines })).toBe(key);
    expect(instanceKey.safeParse(key).success).toBe(true);
  });
});

test('a name that is typed to confirm may be copied with its isolates', () => {
  expect(isConfirmed(` ${isolated('Café Aurora')}`, 'Café Aurora')).toBe(true);
  expect(isConfirmed('Café', 'Café Aurora')).toBe(false);
});

describe('a history entry', () => {
  test('shows what a field was and is, without fields that stayed empty', () => {
    const entry = {
      changed_fields: ['customer_name', 'customer_phone', 'metadata'],
      previous: { customer_name: 'Aurora', customer_phone: null },
      new: { customer_name: 'Borealis', customer_phone: null, metadata: {} },
    };
    expect(changesOf(entry)).toEqual([{ field: 'customer_name', was: 'Aurora', now: 'Borealis' }]);
  });
});

describe('the attempts of an event', () => {
  test('stand on a line from first to last, early ones apart', () => {
    const at = (seconds: number): string => new Date(seconds * 1000).toISOString();
    const places = attemptPlaces([at(0), at(5), at(305), at(3_905)]);
    expect(places[0]).toBe(0);
    expect(places[3]).toBe(1);
    expect(places[1]).toBeGreaterThan(0.15);
    expect(places).toEqual([...places].toSorted((one, other) => one - other));
    expect(attemptPlaces([at(7)])).toEqual([0]);
  });

  test('succeed with 2xx only', () => {
    expect([200, 204, 301, 500, null].map((status) => succeeded({ status }))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('the months of usage', () => {
  test('are the current one of UTC and the twelve before it', () => {
    const months = monthsUpTo(new Date('2026-03-31T23:30:00-02:00'));
    expect([months.length, months[0], months[1], months[4], months.at(-1)]).toEqual([
      13,
      '2026-04',
      '2026-03',
      '2025-12',
      '2025-04',
    ]);
  });

  test.each([
    ['2026-02', '2026-02-28'],
    ['2028-02', '2028-02-29'],
    ['2025-12', '2025-12-31'],
  ])('%s ends with %s', (month, last) => {
    expect([daysOf(month)[0], daysOf(month).at(-1)]).toEqual([`${month}-01`, last]);
  });
});

describe('a template', () => {
  test('has the parts that the platform describes', () => {
    expect(
      templateParts([
        { type: 'HEADER', format: 'TEXT', text: 'Hi' },
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'Hello {{1}}' },
        { type: 'FOOTER', code_expiration_minutes: 10 },
        { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Open' }, { type: 'URL' }] },
        { type: 'CAROUSEL', cards: [{ components: [{ type: 'BODY', text: 'One' }] }] },
        { type: 'ODD' },
      ]),
    ).toEqual([
      { is: 'title', pieces: [{ is: 'text', text: 'Hi' }] },
      { is: 'media', format: 'IMAGE' },
      {
        is: 'body',
        pieces: [
          { is: 'text', text: 'Hello ' },
          { is: 'text', text: '{{1}}' },
        ],
      },
      { is: 'expiry', minutes: 10 },
      { is: 'buttons', buttons: [{ type: 'URL', text: 'Open' }] },
      { is: 'cards', cards: [[{ is: 'body', pieces: [{ is: 'text', text: 'One' }] }]] },
      { is: 'other', type: 'ODD' },
    ]);
  });

  test('of another form than expected breaks nothing', () => {
    const odd = [null, 'text', { type: 7 }, { type: 'BUTTONS', buttons: 'none' }, { type: 'CAROUSEL', cards: [7] }];
    expect(templateParts(odd)).toEqual([
      { is: 'other', type: '' },
      { is: 'other', type: '' },
      { is: 'other', type: '' },
      { is: 'buttons', buttons: [] },
      { is: 'cards', cards: [[]] },
    ]);
  });

  test.each([
    [{ body_text: [['Ana', 'Sunday']] }, 'Hi {{1}} on {{2}}', ['Ana', 'Sunday']],
    [{ body_text_named_params: [{ param_name: 'who', example: 'Ana' }] }, 'Hi {{who}}', ['Ana']],
    [{ header_text: ['Ana'] }, 'Hi {{ 1 }}', ['Ana']],
    [{ body_text: 'Ana' }, 'Hi {{1}}', []],
  ])('with the examples %j has them in the place of its variables', (example, text, filled) => {
    const [part] = templateParts([{ type: 'BODY', text, example }]);
    const pieces = part?.is === 'body' ? part.pieces : [];
    expect(pieces.flatMap((piece) => (piece.is === 'filled' ? [piece.text] : []))).toEqual(filled);
  });

  test('that cannot be sent comes first', () => {
    const template = (name: string, status: string | null) => ({ name, status, language: 'en' });
    const all = [template('a', 'APPROVED'), template('b', null), template('c', 'PAUSED'), template('d', 'REJECTED')];
    expect(troubledFirst(all).map(({ name }) => name)).toEqual(['d', 'c', 'a', 'b']);
  });
});

/** Pieces as the platform writes them in HTML. */
const html = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => ('inside' in piece ? `<${piece.is}>${html(piece.inside)}</${piece.is}>` : piece.text)).join('');

describe('the text of a message', () => {
  test.each([
    [
      '*bold* _italic_ ~gone~ ```mono``` `code`',
      '<strong>bold</strong> <em>italic</em> <s>gone</s> <code>mono</code> <code>code</code>',
    ],
    ['*bold and _both_*', '<strong>bold and <em>both</em></strong>'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['* not* *not * **', '* not* *not * **'],
    ['```*as it is*```', '<code>*as it is*</code>'],
    ['*two\nlines*', '*two\nlines*'],
    ['*ação*!', '<strong>ação</strong>!'],
    ['<b>{{1}}</b>', '<b>*x*</b>'],
  ])('%j is shown as %j', (text, shown) => {
    expect(html(markedText(text, new Map([['1', '*x*']])))).toBe(shown);
  });
});

test('an account is called by its customers and numbers, or by its id', () => {
  const list = (items: readonly string[]): string => items.join(', ');
  const line = (number: string, customer: string | null) => ({ number, customer });
  expect(accountName(en, list, '1', [line('+1', 'A'), line('+2', 'A'), line('+3', 'A')])).toBe(
    joined([isolated('A'), `${joined(['+1', '+2'], ', ')}, 1 more`]),
  );
  expect(accountName(en, list, '1', [line('+1', null)])).toBe(isolated(isolated('+1')));
  expect(accountName(en, list, '1')).toBe('1');
});

test('lines are listed by their verdicts, then by the share of failed messages', () => {
  const line = (id: string, verdict: 'healthy' | 'critical' | 'insufficient_data', failed: number) => ({
    id,
    verdict,
    messages: 10,
    rates: { delivered: 1 - failed, read: 0, failed },
  });
  const lines = [line('a', 'healthy', 0), line('b', 'healthy', 0.1), line('c', 'insufficient_data', 1)];
  expect(worstFirst([...lines, line('d', 'critical', 0.4)]).map(({ id }) => id)).toEqual(['d', 'b', 'a', 'c']);
});

test('a notification leads to the page of its record', () => {
  expect(entityPath({ type: 'instance', id: 'a b' })).toBe('/lines/a%20b');
  expect(entityPath({ type: 'webhook_migration', id: '1' })).toBe('/webhook/migration');
  expect(entityPath({ type: 'another', id: '1' })).toBeNull();
});

describe('a text that is too long for its place', () => {
  test.each([
    ['order_sent', 'order_sent'],
    ['0190a0a0-1234-7000-8000-00000056789a', '0190a0a0…56789a'],
    ['wamid.HBgNNTUxMTk4NzY1NDMyMRUCABEYEjNFQjBCN0Q2AA==', 'wamid.…QjBCN0Q2AA=='],
    ['a_name_that_just_fits', 'a_name_that_j…t_fits'],
    ['a_name_that_fits_in', 'a_name_that_fits_in'],
    ['😀'.repeat(30), `${'😀'.repeat(13)}…${'😀'.repeat(6)}`],
  ])('%s is shown by its ends', (text, shown) => {
    expect(ends(text)).toBe(shown);
  });
});

describe('the columns that were chosen', () => {
  const ids = ['name', 'status'];
  const chosen = [
    { id: 'status', visible: true },
    { id: 'name', visible: false },
  ];

  test('are those that were kept', () => {
    expect(parseChoice(JSON.stringify(chosen), ids)).toEqual(chosen);
  });

  test.each([null, '', '7', '[7]', JSON.stringify(chosen.slice(1)), JSON.stringify([...chosen, ...chosen])])(
    'are none when %j was kept',
    (kept) => {
      expect(parseChoice(kept, ids)).toBeNull();
    },
  );
});
