/** A call of a route in each language of the pages. */
import { codeGroup } from './code-group.ts';

interface Call {
  readonly route: string;
  readonly method: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** For members only: the call has a member's token in place of a key. */
  readonly isForMembers: boolean;
  readonly ignoresIdempotencyKey: boolean;
}

const key = '8e03978e-40d5-43e8-bc93-6894a57f9324';

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

/** Quoted for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const parametersOf = ({ route, values }: Call): readonly (readonly [string, unknown])[] => [
  ['route', route],
  ...Object.entries(values),
];

const credential = ({ isForMembers }: Call): string => (isForMembers ? 'MEMBER_TOKEN' : 'PARTNER_KEY');

const curl = (call: Call): string => {
  const headers = [`-H "apikey: $APIKEY"`, `-H "Authorization: Bearer $${credential(call)}"`];
  const lines = (parts: readonly string[]): string => parts.join(' \\\n  ');
  if (call.method === 'GET') {
    const query = parametersOf(call).map(([name, value]) => `-d ${quoted(`${name}=${String(value)}`)}`);
    return lines(['curl -sG "$API_URL"', ...headers, ...query]);
  }
  const idempotency = call.ignoresIdempotencyKey ? [] : [`-H 'Idempotency-Key: ${key}'`];
  const body = quoted(JSON.stringify({ route: call.route, ...call.values }, null, 2));
  const type = `-H 'Content-Type: application/json'`;
  return lines([`curl -s -X ${call.method} "$API_URL"`, ...headers, ...idempotency, type, `-d ${body}`]);
};

const identifier = /^[a-z_]\w*$/i;

/** A value as TypeScript writes it. */
const literal = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string') return quotedForCode(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, one]) => `${identifier.test(name) ? name : quotedForCode(name)}: ${literal(one)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
};

const quotedForCode = (text: string): string =>
  `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\n', String.raw`\n`)}'`;

const typescript = (call: Call): string => {
  const fields = Object.entries(call.values).map(([name, value]) => `  ${name}: ${literal(value)},`);
  const parameters = fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n}`;
  return [
    `import { createClient } from '@swift-worker/client';`,
    '',
    `const { API_URL = '', APIKEY = '', ${credential(call)} = '' } = process.env;`,
    `const client = createClient({ apiUrl: API_URL, apikey: APIKEY, token: ${credential(call)} });`,
    '',
    `const { status, body } = await client.call('${call.route}', ${parameters});`,
    'console.log(status, body);',
  ].join('\n');
};

/** A value as Python writes it. */
const pythonLiteral = (value: unknown): string => {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonLiteral(one)}`);
  return `{${fields.join(', ')}}`;
};

const python = (call: Call): string => {
  const isQuery = call.method === 'GET';
  const values = parametersOf(call).map(([name, value]) => `${JSON.stringify(name)}: ${pythonLiteral(value)},`);
  const idempotency = isQuery || call.ignoresIdempotencyKey ? [] : [`"Idempotency-Key": "${key}",`];
  const headers = [
    `"apikey": os.environ["APIKEY"],`,
    `"Authorization": "Bearer " + os.environ["${credential(call)}"],`,
    ...idempotency,
  ];
  return [
    'import os',
    'import httpx',
    '',
    'response = httpx.request(',
    `    "${call.method}",`,
    '    os.environ["API_URL"],',
    `    headers={\n        ${headers.join('\n        ')}\n    },`,
    `    ${isQuery ? 'params' : 'json'}={\n        ${indented(values.join('\n'), '        ')}\n    },`,
    ')',
    'print(response.status_code, response.json())',
  ].join('\n');
};

/** The samples as tabs. */
export const callSamples = (call: Call): string =>
  codeGroup([
    { language: 'sh', label: 'curl', text: curl(call) },
    { language: 'ts', label: 'TypeScript', text: typescript(call) },
    { language: 'python', label: 'Python', text: python(call) },
  ]);
