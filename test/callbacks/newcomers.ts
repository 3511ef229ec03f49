import { digitsOf } from '../../lambdas/domain/phone-number.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { freshId, TemplateScene } from '../../tools/harness/template-scene.ts';
import { PlatformCaller } from './platform-caller.ts';

const templateFacts = { language: 'en', category: 'UTILITY', status: 'PENDING' };

/** A partner whose instance was connected and whose templates were synchronised a minute ago. */
export const newCaller = async (scenery: Scenery, templateId = freshId()): Promise<PlatformCaller> => {
  const scene = await TemplateScene.start(scenery);
  const wabaId = freshId();
  const instanceId = await scene.connectedInstance(wabaId);
  const templateName = `name_${templateId}`;
  await scene.putTemplates(wabaId, [
    { id: templateId, name: templateName, ...templateFacts },
    { id: freshId(), name: templateName, ...templateFacts, language: 'de' },
    { id: freshId(), name: 'another', ...templateFacts },
  ]);
  await scene.pass(wabaId);
  const { instance } = await scene.instance(instanceId);
  const number = digitsOf(instance.display_phone_number ?? '');
  return new PlatformCaller(scene, instanceId, { wabaId, templateId, templateName, number });
};
