/** The page of the record that a notification is about; null when there is none. */
export const entityPath = ({ type, id }: { readonly type: string; readonly id: string }): string | null => {
  switch (type) {
    case 'instance':
      return `/lines/${encodeURIComponent(id)}`;
    case 'template':
    case 'waba':
      return '/templates';
    case 'webhook_migration':
      return '/webhook/migration';
    case 'webhook_endpoint':
    case 'webhook_secret':
      return '/webhook';
    case 'member':
    case 'api_key':
      return '/team';
    case 'slots':
      return '/lines';
    default:
      return null;
  }
};
