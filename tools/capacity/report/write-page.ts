import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Result } from '../result.ts';
import { capacityPage } from './page.ts';

const root = path.join(import.meta.dirname, '../../..');

export const writePage = async (results: readonly Result[]): Promise<void> => {
  for (const { file, text } of capacityPage(results)) {
    const place = path.join(root, file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, text);
    console.log(file);
  }
};
