import { areas } from '../../operator/areas.ts';
import { main } from '../../operator/main.ts';
import { openStage } from '../../operator/open-stage.ts';
import { recordedTerminal } from '../operator/recorded-terminal.ts';
import { commandsOf, filled } from './page.ts';

/** What the operator hands over. */
export interface NewPartner {
  readonly partnerId: string;
  readonly apikey: string;
  readonly apiKey: string;
  /** Empty when the operator has not rotated it yet. */
  readonly secret: string;
}

/** Runs a command of the operator as a line of the shell has it. @returns what it printed */
export const operate = async (line: string, stateFile: string): Promise<string> => {
  const words = Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? '');
  const terminal = { ...recordedTerminal(), sleep: () => new Promise<void>((resolve) => setTimeout(resolve, 100)) };
  const code = await main([...words, '--state', stateFile, '--yes'], areas, terminal, openStage);
  if (code !== 0) throw new Error(`${line} ended with ${code}: ${terminal.complained()}`);
  return terminal.printed();
};

const command = 'npm run -s operator -- --stage staging ';

/**
 * Lets a partner in, by the lines of the page.
 * @param leftOut commands that the operator does not get to
 */
export const letIn = async (stateFile: string, leftOut: readonly string[] = []): Promise<NewPartner> => {
  const values = new Map<string, string>();
  const found = new Map<string, string>();
  const shown = { 'partner-id': /[0-9a-f-]{36}/, apikey: /pk_test_\w+/, key: /partner_test_\w+/, secret: /whsec_\S+/ };
  for (const line of commandsOf('Let somebody in')) {
    if (!line.startsWith(command)) throw new Error(`no command of the operator: ${line}`);
    const wanted = line.slice(command.length);
    if (leftOut.some((name) => wanted.startsWith(name))) continue;
    const printed = await operate(filled(wanted, values), stateFile);
    for (const [name, pattern] of Object.entries(shown)) {
      const [text] = pattern.exec(printed) ?? [];
      if (text !== undefined && !found.has(name)) found.set(name, text);
    }
    const partnerId = found.get('partner-id');
    if (wanted.startsWith('partners create') && partnerId !== undefined) values.set('partner-id', partnerId);
  }
  const get = (name: keyof typeof shown): string => found.get(name) ?? '';
  return { partnerId: get('partner-id'), apikey: get('apikey'), apiKey: get('key'), secret: get('secret') };
};
