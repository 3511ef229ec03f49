import { describe, expect, test } from '@jest/globals';
import { statusOfCode, type ErrorCode } from '../../lambdas/kernel/errors.ts';
import { fieldProblems } from '../../portal/src/api/field-problems.ts';
import { fieldLabel } from '../../portal/src/pieces/field-label.ts';
import { ruleText } from '../../portal/src/pieces/rule-text.ts';
import { en } from '../../portal/src/texts/en.ts';
import { ptBr } from '../../portal/src/texts/pt-br.ts';

const isCode = (code: string): code is ErrorCode => code in statusOfCode;

describe('every error of the service', () => {
  test.each(Object.keys(statusOfCode).filter(isCode))('%s is shown in the reader’s language', (code) => {
    for (const part of ['what', 'remedy'] as const) {
      expect(en.errors.codes[code][part]).toMatch(/^[A-Z]/);
      expect(ptBr.errors.codes[code][part]).toMatch(/^\p{Lu}/u);
      expect(ptBr.errors.codes[code][part]).not.toBe(en.errors.codes[code][part]);
    }
  });
});

describe('a field that breaks a rule', () => {
  const details = [{ path: 'changes.customer_email', rule: 'format', message: 'must be an e-mail address' }];
  const [problem = { field: '', rule: '' }] = fieldProblems('validation_failed', details);

  test('is named as the form names it, and the rule in the reader’s language', () => {
    expect([fieldLabel(en, problem.field), ruleText(en, problem.rule)]).toEqual([
      'E-mail',
      'This does not have the right form.',
    ]);
    expect(ruleText(ptBr, problem.rule)).toBe('O valor não tem a forma certa.');
  });

  test('keeps its name when no form has it, and any rule has a sentence', () => {
    expect(fieldLabel(ptBr, 'metadata.colour')).toBe('metadata.colour');
    expect(ruleText(ptBr, 'a_new_rule')).toBe('Isto não é permitido.');
  });

  test('is in the details of validation_failed only', () => {
    expect(fieldProblems('validation_failed', details)).toEqual([{ field: 'customer_email', rule: 'format' }]);
    expect(fieldProblems('invalid_state', details)).toEqual([]);
    expect(fieldProblems('validation_failed', [null, { path: 'a' }, 'b'])).toEqual([]);
  });
});
