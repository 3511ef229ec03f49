import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

let table: TestTable;
let service: TestService;

beforeAll(async () => {
  table = await startTestTable();
  service = await startService(table);
});
afterAll(() => table.stop());

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
const row = { external_customer_id: 'a', customer_name: 'Anna' };

describe('values that the API refuses', () => {
  it.each([
    ['a null byte', { customer_name: 'An\0na' }, 'customers[0].customer_name must not contain a null byte'],
    ['a lone surrogate', { customer_name: 'An\ud800' }, 'customers[0].customer_name must be well-formed Unicode'],
    ['infinity', { metadata: { a: Infinity } }, 'customers[0].metadata.a must be a finite number'],
    ['deep nesting', { metadata: { a: nested(40) } }, 'must not be nested deeper than 32 levels'],
  ])('are refused in an import by the operator, like in one by the partner: %s', async (_, fields, message) => {
    const { partnerId } = await service.newPartner();
    const input = { partner_id: partnerId, customers: [{ ...row, ...fields }] };
    await expect(service.operate('customers import', input)).rejects.toThrow(message);
  });

  it('are refused in every command of the operator', async () => {
    await expect(service.operate('partners create', { name: 'Ac\0me' })).rejects.toThrow('name must not contain');
  });
});
