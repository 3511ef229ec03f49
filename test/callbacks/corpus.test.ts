import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callbackNames, corpusBody } from './corpus.ts';
import { effects, type Effect } from './corpus-effects.ts';
import { lineNames, type LineName, type ShownLine } from './corpus-lines.ts';
import { CorpusScene } from './corpus-scene.ts';

let scene: CorpusScene;
beforeAll(async () => {
  scene = await CorpusScene.start();
});
afterAll(() => scene.stop());

type Lines = Readonly<Record<LineName, ShownLine>>;

const with_ = (lines: Lines, changes: Effect['lines'] = {}): Lines => ({
  line: { ...lines.line, ...changes.line },
  other: { ...lines.other, ...changes.other },
  brazilian: { ...lines.brazilian, ...changes.brazilian },
  elsewhere: { ...lines.elsewhere, ...changes.elsewhere },
});

const prepare = async ({ coexistence = [], lost = [], before }: Effect): Promise<void> => {
  await scene.reset();
  for (const name of coexistence) {
    await scene.change(name, { coexistence: true });
    scene.answerWith(name, { is_on_biz_app: true });
  }
  for (const name of lost) {
    const { instance } = await scene.record(name);
    const error = { code: 'token_invalid_190', message: 'refused', at: instance.updated_at };
    await scene.change(name, {
      status: 'reconnect_required',
      connection: { ...instance.connection, last_error: error },
    });
  }
  if (before !== undefined) await scene.changeTemplate(before);
};

const answerLater = ({ answers = {} }: Effect): void => {
  for (const name of lineNames) {
    const given = answers[name];
    if (typeof given === 'string') scene.refuse(name, given);
    else if (given !== undefined) scene.answerWith(name, given);
  }
};

const titles = async (): Promise<readonly string[]> =>
  (await scene.notifications()).map(({ title }) => title).toSorted();

const minute = 60_000;
const readsIn = async (): Promise<Effect['reads']> => {
  const wait = (await scene.readsAt()) - scene.clock.now();
  return wait <= 0 ? 'now' : wait <= 2 * minute ? 'soon' : undefined;
};

describe('every callback of the corpus has its effect, and no other', () => {
  test('there is an effect for each file, and a file for each effect', () => {
    expect(Object.keys(effects).toSorted()).toEqual(callbackNames.toSorted());
  });

  test.each(callbackNames)('%s', async (name) => {
    const effect = effects[name] ?? {};
    await prepare(effect);
    const [lines, template, sibling] = [
      await scene.lines(),
      await scene.template(),
      await scene.template(scene.sibling),
    ];
    expect(await scene.send(JSON.stringify(corpusBody(`callbacks/${name}.json`)))).toBe(200);
    const after = with_(lines, effect.lines);
    expect(await scene.lines()).toEqual(after);
    expect(await scene.template()).toEqual({ ...template, ...effect.template });
    expect(await scene.template(scene.sibling)).toEqual(sibling);
    expect(await titles()).toEqual((effect.notified ?? []).toSorted());
    expect(await readsIn()).toBe(effect.reads);
    expect(await scene.readsTemplates()).toBe(effect.readsTemplates === true);
    expect(scene.logLines.join('\n')).toContain(effect.logs ?? '');
    expect(scene.platform.calls).toEqual([]);
    if (effect.reads === undefined) return;
    answerLater(effect);
    await scene.read();
    expect(await scene.lines()).toEqual(with_(after, effect.then));
    expect(await titles()).toEqual([...(effect.notified ?? []), ...(effect.thenNotified ?? [])].toSorted());
  });
});
