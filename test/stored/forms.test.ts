import { describe, expect, it } from '@jest/globals';
import { problemsOf } from './problems.ts';
import { storedForms } from '../../tools/stored-forms/forms.ts';

describe.each(storedForms)('the form $name', (form) => {
  it('reads what every version wrote, and writes what the newest version wrote', () => {
    expect(problemsOf(form)).toEqual([]);
  });
});
