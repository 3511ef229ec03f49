import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { criticalAbove, degradedAbove, enoughMessages } from '../../lambdas/domain/delivery/health.ts';
import { recipientCodes } from '../../lambdas/domain/delivery/recipient-errors.ts';
import { deliveryErrors, verdictRules } from '../../packages/client/src/delivery-errors.ts';
import { changeText, fieldText } from '../../portal/src/pages/customers/change-text.ts';
import { attemptError } from '../../portal/src/pieces/attempt-error.ts';
import { platformFailure } from '../../portal/src/pieces/platform-failure.ts';
import { riskReason } from '../../portal/src/pieces/risk-reason.ts';
import { toldNotification } from '../../portal/src/pieces/told-notification.ts';
import { en } from '../../portal/src/texts/en.ts';
import { ptBr } from '../../portal/src/texts/pt-br.ts';

/** The titles that the service gives its notifications. */
const serviceTitles = (): readonly string[] => {
  const folder = path.join(import.meta.dirname, '../../lambdas/domain');
  const sources = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /(notifications?|verdict-watch|token-expiry)\.ts$/.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
  const lines = sources.flatMap((source) => source.match(/\btitle: .*['"].*/g) ?? []);
  return lines
    .flatMap((line) => Array.from(line.matchAll(/(['"])([A-Z](?:(?!\1).)+)\1/g), ([, , title = '']) => title))
    .filter((title) => title.includes(' ') && !title.endsWith('.'));
};

describe('a notification', () => {
  const titles = serviceTitles();

  test.each([
    ['English', en],
    ['Portuguese', ptBr],
  ])('of each kind is shown in the words of the pages: %s', (_, { told }) => {
    expect(titles.length).toBeGreaterThan(15);
    expect(titles.filter((title) => told[title] === undefined)).toEqual([]);
  });

  test('keeps its figures and names', () => {
    const slots = { title: 'Few slots are left', body: '9 of 10 slots are taken. Ask the operator for more.' };
    expect(toldNotification(ptBr, slots).body).toBe('9 de 10 vagas estão ocupadas. Peça mais ao operador.');
    const template = {
      title: 'A template was rejected',
      body: 'spring_sale (pt_BR) is REJECTED at the platform. It …',
    };
    expect(toldNotification(en, template).body).toBe('spring_sale (pt_BR) cannot be sent.');
    const said = 'INVALID_FORMAT: A parameter (at the end) is alone. Add text.';
    const explained = { ...template, body: `${template.body} The platform says: ${said}` };
    expect(toldNotification(ptBr, explained).body).toBe(
      `spring_sale (pt_BR) não pode ser enviado. A plataforma diz: ${said}`,
    );
    const share = {
      title: 'Many messages of an instance fail',
      body: '12.5 % of its messages of the last 24 hours failed.',
    };
    expect(toldNotification(en, share).body).toBe('12.5% of its messages of the last 24 hours failed.');
  });

  test('says why the platform blocks a line, if its code is known', () => {
    const blocked = (body: string) => toldNotification(ptBr, { title: 'The platform blocks a number', body }).body;
    expect(blocked('Messages of the number fail (141006). Add 1 payment method.')).toMatch(
      /^Sem forma de pagamento válida\. .*Gerenciador do WhatsApp/,
    );
    expect(blocked('Messages of the number fail (999999). Odd.')).toBe('A linha mostra o que a plataforma diz.');
    expect(blocked('Messages of the number fail.')).toBe('A linha mostra o que a plataforma diz.');
  });

  test('of a new kind is shown as it came', () => {
    const unknown = { title: 'Something new', body: 'It has 2 parts.' };
    expect(toldNotification(ptBr, unknown)).toEqual(unknown);
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
    'shell.acceptOf shell.declineOf team.leaveOf team.changeRoleOf team.removeOf team.leftKeysWhy templates.previewName',
    'words.typeToConfirm words.tableOf customers.mergeKept customers.ofLine delivery.ofCustomer',
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
