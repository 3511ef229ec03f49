import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { differencesOf, normalForm } from '../../tools/crash/differences.ts';

/** A customer with events, as a run leaves them. Ids and times differ between runs. */
const run = (names: readonly string[], at: string): readonly string[] => {
  const customer = randomUUID();
  return [
    `item {"pk":"P#1#C","sk":"${customer}","created_at":"${at}"}`,
    ...names.map((name) => `message {"id":"${randomUUID()}","customer":"${customer}","name":"${name}"}`),
  ];
};

const noon = '2030-01-01T12:00:00.000Z';
const later = '2030-01-01T12:00:05.123Z';
const compared = (left: readonly string[], right: readonly string[], known = ''): readonly string[] =>
  differencesOf(normalForm(left, known), normalForm(right, known));

describe('two runs with the same result', () => {
  it('do not differ, whatever ids and times they made, in whatever order', () => {
    expect(compared(run(['a', 'b'], noon), run(['b', 'a'], later))).toEqual([]);
  });

  it('do not differ by a random value without a digit', () => {
    const sealed = (value: string): string => `item {"pk":"P#x","sealed_pin":"${value}"}`;
    const found = compared([sealed('q1wErT/yUiOpAsDfGhJkLzXcVb==')], [sealed('qAwErT/yUi+OpAsDfGhJkLzXcVb==')]);
    expect(found).toEqual([]);
  });

  it('do not differ by the id of a key without a lower-case letter', () => {
    const key = (id: string): readonly string[] => [
      `item {"key_id":"${id}","pk":"KEY#${id}"}`,
      `answer {"body":"{\\"previous_key_id\\":\\"${id}\\"}"}`,
    ];
    expect(compared(key('0V85W4YCIUB44'), key('0hguTnqStnSHb'))).toEqual([]);
  });
});

describe('a planted difference is found:', () => {
  const undisturbed = run(['a', 'b'], noon);

  it('a lost effect', () => {
    const differences = compared(undisturbed, run(['a'], later));
    expect(differences).toHaveLength(1);
    expect(differences[0]).toMatch(/^lost: message .*"name":"b"/);
  });

  it('a doubled effect', () => {
    const differences = compared(undisturbed, run(['a', 'b', 'b'], later));
    expect(differences).toHaveLength(1);
    expect(differences[0]).toMatch(/^unexpected: message .*"name":"b"/);
  });

  it('an orphan', () => {
    const differences = compared(undisturbed, [...run(['a', 'b'], later), `item {"sk":"${randomUUID()}"}`]);
    expect(differences).toEqual(['unexpected: item {"sk":"<new>"}']);
  });

  it('an effect on another thing of the same kind', () => {
    const [customer = '', first = '', second = ''] = run(['a', 'b'], later);
    const strayed = [customer, first, second.replace(/"customer":"[^"]+"/, `"customer":"${randomUUID()}"`)];
    expect(compared(undisturbed, strayed).length).toBeGreaterThan(0);
  });

  it('another id than the known one', () => {
    const id = randomUUID();
    const [of, at] = [`item {"line":"${id}"}`, `item {"line":"${randomUUID()}"}`];
    expect(compared([of], [at], id)).toHaveLength(2);
    expect(compared([of], [at])).toEqual([]);
  });
});
