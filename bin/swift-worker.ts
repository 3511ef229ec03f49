import path from 'node:path';
import { choose } from '../lib/choose-stages.ts';
import { ServiceApp } from '../lib/service-app.ts';
import { sourceContext } from '../lib/source-commit.ts';
import { local, production, staging } from '../lib/stages.ts';

const app = new ServiceApp({ context: sourceContext(path.join(import.meta.dirname, '..')) });
const asked = (name: string): unknown => app.node.tryGetContext(name);
const choice = {
  stage: asked('stage'),
  protection: asked('protection'),
  tables: asked('tables'),
  auditCopy: asked('audit_copy'),
  probe: asked('probe'),
  despiteAlarm: asked('despite_alarm'),
};
for (const stage of choose({ local, staging, production }, choice)) {
  app.addStage(stage);
  if (stage.name !== 'local') app.addDelivery(stage);
}
