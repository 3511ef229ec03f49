import { describe, expect, test } from '@jest/globals';
import { newOutcome, type Outcome } from '../../../lambdas/connect/browser/outcome.ts';

interface Played {
  readonly outcome: Outcome;
  readonly sent: [code: string, info: string][];
  readonly waits: { readonly milliseconds: number; readonly run: () => void }[];
}

const play = (): Played => {
  const sent: [string, string][] = [];
  const waits: Played['waits'] = [];
  const outcome = newOutcome({
    later: (milliseconds, run) => waits.push({ milliseconds, run }),
    send: (code, info) => sent.push([code, info]),
  });
  return { outcome, sent, waits };
};
const finish = { text: 'finish', isFinish: true };
const cancel = { text: 'cancel', isFinish: false };

describe('the code and the message of a sign-up', () => {
  test('are sent at once when the message comes first', () => {
    const { outcome, sent, waits } = play();
    outcome.onMessage(finish);
    expect(sent).toEqual([]);
    outcome.onCode('code');
    expect(sent).toEqual([['code', 'finish']]);
    expect(waits).toEqual([]);
  });

  test('are sent at once when the message comes second', () => {
    const { outcome, sent, waits } = play();
    outcome.onCode('code');
    expect(sent).toEqual([]);
    outcome.onMessage(finish);
    expect(sent).toEqual([['code', 'finish']]);
    waits.forEach(({ run }) => {
      run();
    });
    expect(sent).toHaveLength(1);
  });

  test('are sent without the message when it does not come, long before the code expires', () => {
    const { outcome, sent, waits } = play();
    outcome.onCode('code');
    expect(waits).toHaveLength(1);
    expect(waits[0]?.milliseconds).toBeLessThanOrEqual(5_000);
    waits[0]?.run();
    expect(sent).toEqual([['code', '']]);
    outcome.onMessage(finish);
    expect(sent).toHaveLength(1);
  });

  test('wait for another window that is opened after one was closed without a code', () => {
    const { outcome, sent, waits } = play();
    outcome.onCode('');
    outcome.onTry();
    waits.forEach(({ run }) => {
      run();
    });
    expect(sent).toEqual([]);
    outcome.onCode('code');
    outcome.onMessage(finish);
    expect(sent).toEqual([['code', 'finish']]);
  });

  test('are sent without a code when the window was left', () => {
    const first = play();
    first.outcome.onMessage(cancel);
    first.outcome.onCode('');
    expect(first.sent).toEqual([['', 'cancel']]);
    const second = play();
    second.outcome.onCode('');
    second.outcome.onMessage(cancel);
    expect(second.sent).toEqual([['', 'cancel']]);
    const silent = play();
    silent.outcome.onCode('');
    silent.waits[0]?.run();
    expect(silent.sent).toEqual([['', '']]);
  });

  test('of a later try are not taken for those of an earlier one that was left', () => {
    const { outcome, sent } = play();
    outcome.onMessage(cancel);
    outcome.onCode('code');
    expect(sent).toEqual([]);
    outcome.onMessage(finish);
    expect(sent).toEqual([['code', 'finish']]);
  });

  test('keep the message of a finished sign-up when the window is closed after it', () => {
    const { outcome, sent } = play();
    outcome.onMessage(finish);
    outcome.onMessage(cancel);
    outcome.onCode('code');
    expect(sent).toEqual([['code', 'finish']]);
  });
});
