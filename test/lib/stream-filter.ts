import { compilePattern } from '@swift-worker/local-cloud/event-sources/pattern.ts';
import { isObject, Json } from '@swift-worker/local-cloud/template.ts';
import { z } from 'zod';
import { ofType, type Resource } from '../../tools/harness/synthesised.ts';

const criteria = z.object({ FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })) }) });

/** Whether an event source of the template passes a record on to its function. */
export const streamFilter = (
  resources: Readonly<Record<string, Resource>>,
  source: string,
): ((record: Json) => boolean) => {
  const found = ofType(resources, 'AWS::Lambda::EventSourceMapping').find(([id]) => id === source);
  const filters = criteria.parse(found?.[1].Properties).FilterCriteria.Filters.map(({ Pattern }) => {
    const pattern = Json.parse(JSON.parse(Pattern));
    return compilePattern(isObject(pattern) ? pattern : {});
  });
  return (record) => filters.some((filter) => filter(record));
};
