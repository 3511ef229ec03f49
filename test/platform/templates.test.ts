import { describe, expect, test } from '@jest/globals';
import { templatePage, type PlatformTemplate } from '../../lambdas/platform/templates.ts';
import { noDetails } from '../../lambdas/domain/template.ts';
import { failure, useSimulator } from './simulation.ts';

const { client, control, connected } = useSimulator();

describe('templates', () => {
  const putTemplates = (wabaId: string, count: number): Promise<void> =>
    control({
      templates: Array.from({ length: count }, (_, index) => ({
        id: `${wabaId}-${index}`,
        waba_id: wabaId,
        name: `template_${Math.floor(index / 2)}`,
        language: index % 2 === 0 ? 'en' : 'pt_BR',
        category: 'UTILITY',
        status: 'APPROVED',
        components: [{ type: 'BODY', text: 'Hello {{1}}' }],
      })),
    });

  test('come over all pages, each once, with cursors on the last page too', async () => {
    const access = await connected('700');
    await putTemplates('700', 60);
    const seen: PlatformTemplate[] = [];
    let next: string | null = null;
    let pages = 0;
    do {
      const page = await templatePage(client, access, next, 25);
      seen.push(...page.templates);
      next = page.next;
      pages += 1;
    } while (next !== null);
    expect([pages, seen.length, new Set(seen.map((template) => template.id)).size]).toEqual([3, 60, 60]);
    expect(seen[1]).toEqual({
      id: '700-1',
      name: 'template_0',
      language: 'pt_BR',
      category: 'UTILITY',
      status: 'APPROVED',
      qualityScore: 'UNKNOWN',
      rejectedReason: 'NONE',
      details: { ...noDetails, parameter_format: 'POSITIONAL' },
      components: [{ type: 'BODY', text: 'Hello {{1}}' }],
    });
  });

  test('of which there are none are an empty last page', async () => {
    expect(await templatePage(client, await connected(), null, 100)).toEqual({
      templates: [],
      unreadable: 0,
      next: null,
    });
  });

  test.each([
    ['an empty object', {}],
    ['no list', { data: null }],
    ['text', 'OK'],
    ['a next page without a cursor', { data: [], paging: { next: 'https://graph.example/x' } }],
  ])('are never taken for none: an answer of %s is an error', async (_, body) => {
    const access = await connected();
    await control({ fault: { path: `/${access.wabaId}/message_templates`, status: 200, body } });
    expect((await failure(templatePage(client, access, null, 100))).kind).toBe('unknown');
  });

  test('that cannot be read are counted beside those that can', async () => {
    const access = await connected();
    const good = { id: '1', name: 'a', language: 'en', quality_score: null, something: 'new' };
    const body = { data: [good, { id: 2 }, null], paging: { cursors: { after: 'x' } } };
    await control({ fault: { path: `/${access.wabaId}/message_templates`, status: 200, body } });
    const page = await templatePage(client, access, null, 100);
    expect(page).toMatchObject({ unreadable: 2, next: null });
    expect(page.templates).toEqual([
      {
        id: '1',
        name: 'a',
        language: 'en',
        category: null,
        status: null,
        qualityScore: null,
        rejectedReason: null,
        details: noDetails,
        components: [],
      },
    ]);
  });
});
