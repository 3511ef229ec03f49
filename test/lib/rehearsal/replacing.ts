import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

/** What the CDK's command line knows of the types of CloudFormation: `cdk diff` says with it what is replaced. */
const database = z.object({
  schema: z.object({
    resource: z.object({
      entities: z.array(
        z.object({
          cloudFormationType: z.string(),
          properties: z.record(z.string(), z.object({ causesReplacement: z.string().optional() })),
        }),
      ),
    }),
  }),
});

const read = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const file = path.join(import.meta.dirname, '../../../node_modules/aws-cdk/db.json.gz');
  const { schema } = database.parse(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')));
  return new Map(
    schema.resource.entities.map(({ cloudFormationType: type, properties }) => {
      const replacing = Object.entries(properties).filter(([, { causesReplacement: kind }]) => kind === 'yes');
      return [type, new Set(replacing.map(([name]) => name))];
    }),
  );
};

let known: ReadonlyMap<string, ReadonlySet<string>> | null = null;

/** The properties whose change makes CloudFormation replace a resource of the type. */
export const replacingProperties = (type: string): ReadonlySet<string> => (known ??= read()).get(type) ?? new Set();
