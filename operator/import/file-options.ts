import { InvalidArgumentError, Option } from 'commander';
import { separatorNames } from '../../packages/customer-file/src/separator.ts';

/** @throws InvalidArgumentError when Node.js has no decoder for it */
const encoding = (label: string): string => {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw new InvalidArgumentError(
      `There is no encoding "${label}". There are: utf-8, utf-16le, utf-16be, windows-1252, macintosh, iso-8859-2 and others.`,
    );
  }
};

export const encodingOption = (): Option =>
  new Option(
    '--encoding <name>',
    'the encoding of the file, such as windows-1252; left out: UTF-8 or UTF-16, as found',
  ).argParser(encoding);

export const separatorOption = (): Option =>
  new Option('--separator <name>', 'the character between cells; left out: as found in the header').choices(
    separatorNames,
  );

export const fillOption = (): Option =>
  new Option('--fill-short-rows', 'read the missing cells at the end of a row as empty');
