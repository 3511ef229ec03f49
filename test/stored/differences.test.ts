import { expect, it } from '@jest/globals';
import { differences } from '../../tools/stored/differences.ts';
import { beforeWork, normalForm } from '../../tools/stored/normal-form.ts';

it('a field that is gone, null or another is a difference, with its place', () => {
  const before = { items: [{ id: 'a', status: 'active' }], total: 1 };
  expect(differences(before, { items: [{ id: 'a' }], total: 1 })).toEqual([
    'body.items[0].status was "active", is absent',
  ]);
  expect(differences(before, { items: [{ id: 'a', status: null }], total: 2 })).toEqual([
    'body.items[0].status was "active", is null',
    'body.total was 1, is 2',
  ]);
});

it('a list of another length is one difference', () => {
  expect(differences([1, 2], [1])).toEqual(['body was [1,2], is [1]']);
});

it('a further field is none', () => {
  expect(differences({ id: 'a' }, { id: 'a', label: null })).toEqual([]);
});

it('after work, ids and times that the work made are not compared, nor the order of lists', () => {
  const [old, fresh] = ['019ee0c6-0000-7000-8000-000000000001', '019ee0c6-0000-7000-8000-000000000002'];
  const query = { look: 'received' } as const;
  const before = beforeWork('2030-01-02T12:00:00.000Z', [{ query, status: 200, body: [old] }]);
  const body = [
    { id: old, at: '2030-01-02T12:00:00.000Z' },
    { id: fresh, at: '2030-01-02T11:59:59.999Z' },
  ];
  expect(normalForm(before, { query, status: 200, body }).body).toEqual([
    { at: '2030-01-02T11:59:59.999Z', id: '<id>' },
    { at: '<time>', id: old },
  ]);
});
