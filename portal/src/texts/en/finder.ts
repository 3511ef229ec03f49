export const finder = {
  title: 'Search',
  field: 'Number, name or id',
  found: 'What was found',
  searching: 'Searching…',
  hint: 'Phone in any form, name, template, message, event, request, key',
  keys: 'Arrows choose, Enter opens, Esc closes',
  kinds: {
    customers: 'Customers',
    lines: 'Lines',
    templates: 'Templates',
    messages: 'Messages',
    events: 'Events',
    keys: 'Keys',
    acts: 'Acts of the team',
  },
};
