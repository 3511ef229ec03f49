/** The part of curl that the guides use: a machine that runs the tests may have no curl. */
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    get: { type: 'boolean', short: 'G', default: false },
    data: { type: 'string', short: 'd', multiple: true, default: [] },
  },
});
const headers = values.header.map((line): [string, string] => {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
});
const [url = ''] = positionals;
const data = values.data.join('&');
const hasBody = data !== '' && !values.get;
const response = await fetch(values.get ? `${url}?${data}` : url, {
  method: values.request ?? (hasBody ? 'POST' : 'GET'),
  headers,
  ...(hasBody && { body: data }),
});
process.stdout.write(await response.text());
