import * as z from 'zod';
import { Description } from '../../local/state-file.ts';

/** docs/local-stack.schema.json: what `.local/stack.json` has, as a JSON Schema. */
export const stackSchema = (): object => ({
  title: 'The description of a running local stack',
  ...z.toJSONSchema(Description, { io: 'input', unrepresentable: 'any' }),
});
