/** The pages, each by how its address begins. Each is a file of its own. */
export const pageLoads = {
  '': () => import('../pages/overview/overview.tsx'),
  'first-steps': () => import('../pages/first-steps/first-steps.tsx'),
  customers: () => import('../pages/customers/customers.tsx'),
  'customers/import': () => import('../pages/imports/imports.tsx'),
  'customers/:id': () => import('../pages/customers/customer.tsx'),
  lines: () => import('../pages/lines/lines.tsx'),
  'lines/new': () => import('../pages/lines/new-line.tsx'),
  'lines/reminders': () => import('../pages/lines/reminders.tsx'),
  'lines/:id': () => import('../pages/lines/line.tsx'),
  'connect-page': () => import('../pages/connect-page/connect-page.tsx'),
  webhook: () => import('../pages/webhook/webhook.tsx'),
  templates: () => import('../pages/templates/templates.tsx'),
  'templates/:id': () => import('../pages/templates/named-template.tsx'),
  delivery: () => import('../pages/delivery/delivery.tsx'),
  'messages/:id': () => import('../pages/message/message.tsx'),
  notifications: () => import('../pages/notifications/notifications.tsx'),
  usage: () => import('../pages/usage/usage.tsx'),
  team: () => import('../pages/team/team.tsx'),
} as const;

export type PageName = keyof typeof pageLoads;

const isPageName = (name: string): name is PageName => Object.hasOwn(pageLoads, name);

/** The page of a path below the portal. Null: there is none. */
export const pageNameOf = (path: string): PageName | null => {
  const [first = '', second] = path.split('/');
  const names = second === undefined ? [first] : [`${first}/${second}`, `${first}/:id`, first];
  return names.find(isPageName) ?? null;
};

/** Begins to load the page of a path. A page that cannot be loaded fails when it is opened. */
export const beginPage = (path: string): void => {
  const name = pageNameOf(path);
  if (name !== null) pageLoads[name]().catch(() => undefined);
};
