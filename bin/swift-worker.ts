import { ServiceApp } from '../lib/service-app.ts';
import { local, production, staging, type StageConfig } from '../lib/stages.ts';

const all = [local, staging, production];

/** @param name of the one stage wanted, from `-c stage=NAME`; every stage without it */
const choose = (name: unknown): readonly StageConfig[] => {
  if (name === undefined) return all;
  const chosen = all.filter((stage) => stage.name === name);
  if (chosen.length === 0) {
    throw new Error(`no stage ${JSON.stringify(name)}; there are ${all.map((stage) => stage.name).join(', ')}`);
  }
  return chosen;
};

const app = new ServiceApp();
for (const stage of choose(app.node.tryGetContext('stage'))) app.addStage(stage);
