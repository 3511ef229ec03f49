import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { app } from './connect-scenery.ts';

const directory = path.join(import.meta.dirname, 'fixtures');

/** The names of recorded callbacks of the platform, one of each kind. */
export const recordedNames = readdirSync(directory).map((file) => path.basename(file, '.json'));

/** The records that replace those of a recorded callback. */
export interface Subject {
  readonly wabaId: string;
  readonly templateId: string;
  readonly templateName: string;
  /** Digits. */
  readonly number: string;
}

/** @param time epoch milliseconds; callbacks have whole seconds */
export const recorded = (name: string, subject: Subject, time: number): string =>
  readFileSync(path.join(directory, `${name}.json`), 'utf8')
    .replaceAll('102290129340398', subject.wabaId)
    .replaceAll('1689556908129832', subject.templateId)
    .replaceAll('order_confirmation', subject.templateName)
    .replaceAll('15550783881', subject.number)
    .replaceAll('869361281603019', app.id)
    .replace(/"expiration": \d+/g, `"expiration": ${Math.floor(time / 1000) + 7 * 86_400}`)
    .replace(/"time": \d+/g, `"time": ${Math.floor(time / 1000)}`);
