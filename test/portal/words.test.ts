import { describe, expect, test } from '@jest/globals';
import { criticalAbove, degradedAbove, enoughMessages } from '../../lambdas/domain/delivery/health.ts';
import { notificationFacts, notificationKinds } from '../../lambdas/domain/notification.ts';
import { recipientCodes } from '../../lambdas/domain/delivery/recipient-errors.ts';
import type { Notification } from '../../packages/client/src/schemas.ts';
import { deliveryErrors, verdictRules } from '../../packages/client/src/delivery-errors.ts';
import { changeText, fieldText } from '../../portal/src/pages/customers/change-text.ts';
import { attemptError } from '../../portal/src/pieces/attempt-error.ts';
import { platformFailure } from '../../portal/src/pieces/platform-failure.ts';
import { riskReason } from '../../portal/src/pieces/risk-reason.ts';
import { notificationText } from '../../portal/src/pieces/notification-text.ts';
import { en } from '../../portal/src/texts/en.ts';
import { ptBr } from '../../portal/src/texts/pt-br.ts';

/** A notification of the service; its own words are not those of the portal. */
const notification = (kind: Notification['kind'], facts: Notification['facts']) => ({
  kind,
  facts,
  title: 'Something new',
  body: 'It has 2 parts.',
});

describe('a notification', () => {
  test.each([
    ['English', en],
    ['Portuguese', ptBr],
  ])('of each kind is shown in words, whatever its facts: %s', (_, texts) => {
    for (const kind of notificationKinds) {
      const empty = Object.fromEntries(notificationFacts[kind].map((name) => [name, null]));
      const { title, body } = notificationText(texts, notification(kind, empty));
      expect(`${title} ${body}`).not.toMatch(/undefined|null|Something new/);
      expect(body.length).toBeGreaterThan(10);
    }
  });

  test('uses only facts that the service sends', () => {
    for (const kind of notificationKinds) {
      const read = new Set<string>();
      const facts = new Proxy<Record<string, string>>({}, { get: (_, name) => void read.add(String(name)) });
      en.notices[kind].why(facts);
      expect([kind, Array.from(read).filter((name) => !notificationFacts[kind].some((one) => one === name))]).toEqual([
        kind,
        [],
      ]);
    }
  });

  test('keeps its figures and names', () => {
    const { body } = notificationText(ptBr, notification('slots_nearly_taken', { taken: 9, limit: 10 }));
    expect(body).toBe('9 de 10 vagas estão ocupadas. Peça mais ao operador.');
    const template = { name: 'spring_sale', language: 'pt_BR', reason: null };
    const rejected = (texts: typeof en, facts: object) =>
      notificationText(texts, notification('template_rejected', { ...template, ...facts })).body;
    expect(rejected(en, {})).toBe('\u2068spring_sale\u2069 (pt_BR) cannot be sent.');
    expect(rejected(ptBr, { reason: 'INVALID_FORMAT: Add text.' })).toBe(
      '\u2068spring_sale\u2069 (pt_BR) não pode ser enviado. A plataforma diz: \u2068INVALID_FORMAT: Add text.\u2069',
    );
    const share = notificationText(ptBr, notification('delivery_critical', { failed_percent: 12.5, hours: 24 }));
    expect(share.body).toBe('12,5% das mensagens das últimas 24 horas falharam.');
    const key = { key_id: 'k1', days_left: 1, expires_at: '2030-01-01T00:00:00.000Z' };
    expect(notificationText(en, notification('api_key_expires', key)).body).toMatch(
      /^The key \u2068k1\u2069 ends in 1 day\./,
    );
  });

  test('names the support in place of the operator, and changes no name that has the same words', () => {
    const supported = (text: string) => text.replaceAll(en.words.operator, 'support');
    const bodyOf = (kind: 'slots_nearly_taken' | 'template_rejected', name: string) =>
      notificationText(en, notification(kind, { taken: 9, limit: 10, name, language: 'en', reason: null }), supported)
        .body;
    expect(bodyOf('slots_nearly_taken', '')).toBe('9 of 10 slots are taken. Ask support for more.');
    expect(bodyOf('template_rejected', 'the operator')).toContain('the operator');
    for (const texts of [en, ptBr]) {
      const naming = notificationKinds.filter((kind) => texts.notices[kind].why({}).includes(texts.words.operator));
      expect(naming).toEqual(['slots_nearly_taken']);
    }
  });

  test('says why the platform blocks a line, if its code is known', () => {
    const blocked = (code: number | null) => notificationText(ptBr, notification('number_blocked', { code })).body;
    expect(blocked(141_006)).toMatch(/^Sem forma de pagamento válida\. .*Gerenciador do WhatsApp/);
    expect(blocked(999_999)).toBe('A linha mostra o que a plataforma diz.');
    expect(blocked(null)).toBe('A linha mostra o que a plataforma diz.');
  });

  test('names what the platform says', () => {
    const warned = (violation: string | null) =>
      notificationText(en, notification('account_warned', { violation })).body;
    expect(warned('SCAM')).toBe('The platform’s reason: \u2068SCAM\u2069. Nothing is restricted yet.');
    expect(warned(null)).toBe('Nothing is restricted yet.');
    const restricted = (restricted_until: string | null) =>
      notificationText(ptBr, notification('account_restricted', { restricted_until })).body;
    expect(restricted('2026-12-05T10:00:00.000Z')).toMatch(/ até 2026-12-05\.$/);
    expect(restricted(null)).toMatch(/ até a plataforma retirar a restrição\.$/);
  });

  test('without a kind is shown as it came', () => {
    expect(notificationText(ptBr, notification(null, {}))).toEqual({ title: 'Something new', body: 'It has 2 parts.' });
  });
});

/** All functions of the texts, by their paths. */
const functionsIn = (texts: object, path = ''): readonly (readonly [string, (...given: string[]) => unknown])[] =>
  Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'function'
      ? [[`${path}${name}`, (...given: string[]): unknown => Reflect.apply(value, undefined, given)] as const]
      : typeof value === 'object' && value !== null
        ? functionsIn(value, `${path}${name}.`)
        : [],
  );

describe('a sentence with a name', () => {
  const named = [
    'customers.existsWhy customers.mergeTitle customers.deactivateTitle customers.reactivateTitle delivery.ofLine',
    'imports.remove imports.fieldOf imports.faults.missing_column imports.faults.repeated_column',
    'imports.faults.rounded_number imports.faults.formula_error lines.deactivateTitle overview.welcome shell.invitedAs',
    'notifications.mailsWhy notifications.quietIn',
    'shell.acceptOf shell.declineOf team.leaveOf team.changeRoleOf team.removeOf team.leftKeysWhy templates.previewName',
    'words.typeToConfirm words.chooseRow words.tableOf customers.mergeKept customers.ofLine delivery.ofCustomer',
  ];

  test.each([
    ['English', en],
    ['Portuguese', ptBr],
  ])('isolates it from its neighbours: %s', (_, texts) => {
    const isolating = functionsIn(texts).filter(([, say]) => String(say('\u05d0')).includes('\u2068\u05d0\u2069'));
    expect(isolating.map(([path]) => path).toSorted()).toEqual(named.join(' ').split(' ').toSorted());
  });
});

describe('a value of the history', () => {
  const formats = { dateTime: (at: string) => `at ${at.slice(0, 4)}` };

  test('is shown in words', () => {
    expect(changeText(en, formats, 'status', 'awaiting_connection')).toBe('Waiting to be connected');
    expect(changeText(ptBr, formats, 'slot_state', 'occupied')).toBe('Ocupada');
    expect(changeText(en, formats, 'connected_at', '2026-11-24T23:59:41.775Z')).toBe('at 2026');
    expect(changeText(en, formats, 'customer_name', 'connected')).toBe('connected');
    const errors = [{ entity: 'WABA', code: 141_006, description: 'It "code" 7', remedy: null }, { code: 141_010 }];
    expect(changeText(en, formats, 'platform_errors', JSON.stringify(errors))).toBe('141006, 141010');
  });
});

describe('a field of the history', () => {
  const fields =
    'merged_into deactivated_at status slot_state callback_state quality_rating messaging_limit throughput_level ' +
    'display_phone_number verified_name name_status username platform_status can_send_message platform_errors last_error';

  test.each([
    ['English', en],
    ['Portuguese', ptBr],
  ])('has a name: %s', (_, texts) => {
    expect(fields.split(' ').filter((field) => fieldText(texts, field) === field)).toEqual([]);
    expect(changeText(texts, { dateTime: String }, 'quality_rating', 'RED')).toBe(texts.platform.quality['RED']);
  });
});

describe('a signal of a risk', () => {
  test('is shown in words, and a new one as it came', () => {
    expect(riskReason(en, 'quality_rating=RED')).toBe('Quality: Low');
    expect(riskReason(ptBr, 'platform_status=RESTRICTED')).toBe('Situação na plataforma: Restrito');
    expect(riskReason(en, 'stale')).toBe('The platform was last read more than a day ago.');
    expect(riskReason(en, 'new_fact=ODD')).toBe('new_fact=ODD');
  });
});

describe('why an attempt failed', () => {
  test('is shown in words, and a new reason as it came', () => {
    expect(attemptError(en, 'http_503')).toBe('Answered 503');
    expect(attemptError(ptBr, 'timeout')).toBe('Sem resposta a tempo');
    expect(attemptError(en, 'odd')).toBe('odd');
  });
});

describe('why the platform refused to move a line', () => {
  test('is shown in words, with its code, and a new kind as it came', () => {
    expect(platformFailure(en, 'token_invalid_190')).toBe(
      'The access to the platform ended. Connect the line again. Code of the platform: 190.',
    );
    expect(platformFailure(ptBr, 'transient')).toBe('A plataforma teve uma instabilidade. Tente novamente.');
    expect(platformFailure(en, 'odd_7')).toBe('odd_7');
  });
});

describe('the errors of failed messages', () => {
  test('are those that the verdict of the service leaves out, with its limits', () => {
    const leftOut = Object.entries(deliveryErrors).flatMap(([code, { held }]) => (held ? [] : [Number(code)]));
    expect(leftOut.toSorted()).toEqual(recipientCodes.toSorted());
    expect(verdictRules).toEqual({ enoughMessages, degradedAbove, criticalAbove });
  });
});
