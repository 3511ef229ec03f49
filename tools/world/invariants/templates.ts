import type { Invariant } from './invariant.ts';

const openStatuses = ['queued', 'running'];

export const templateRules: readonly Invariant[] = [
  {
    rule: 'a pass over the templates of an account ends',
    broken: ({ synchronised }) =>
      synchronised.filter(({ sync }) => openStatuses.includes(sync.status)).map(({ sync }) => JSON.stringify(sync)),
  },
  {
    rule: 'the templates of an account equal the platform after a pass',
    broken: ({ synchronised, world }) =>
      synchronised
        .filter(({ sync: { waba_id: waba, started_at: at, status } }) => {
          return status === 'succeeded' && Date.parse(at) > (world.ledger.templateChanges.get(waba) ?? 0);
        })
        .flatMap(({ sync: { waba_id: waba }, list }) => {
          const there = Array.from(world.platform.state.templates.values())
            .filter(({ wabaId }) => wabaId === waba)
            .map(({ id, fields }) => `${id} ${fields.name} ${fields.status}`)
            .sort();
          const shown = list.items.map(({ template_id: id, name, status }) => `${id} ${name} ${status}`).sort();
          return shown.join() === there.join() && list.total === there.length
            ? []
            : [`${waba}: ${shown.join(', ')}; the platform has ${there.join(', ')}`];
        }),
  },
];
