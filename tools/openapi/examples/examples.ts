import { customerExamples } from './customers.ts';
import { deliveryExamples } from './delivery.ts';
import type { Examples, RouteExample } from './example.ts';
import { instanceExamples } from './instances.ts';
import { notificationExamples } from './notifications.ts';
import { teamExamples } from './team.ts';
import { templateExamples } from './templates.ts';
import { usageExamples } from './usage.ts';
import { webhookExamples } from './webhook.ts';

const examples: Examples = {
  ...customerExamples,
  ...instanceExamples,
  ...webhookExamples,
  ...templateExamples,
  ...deliveryExamples,
  ...usageExamples,
  ...notificationExamples,
  ...teamExamples,
};

/** @throws Error when there is no example */
export const exampleOf = (route: string): RouteExample => {
  const example = examples[route];
  if (example === undefined) throw new Error(`tools/openapi/examples has no example of ${route}`);
  return example;
};
