import { columns, type Column } from './columns.ts';
import { unreadable } from './faults.ts';
import type { CsvRecord } from './parse-records.ts';

/** What a column of a file has. `left_out`: it is not imported. Null: it has no name, and so no cells. */
export type ColumnUse = Column | 'left_out' | null;

export const needed = ['external_customer_id', 'customer_name'] as const satisfies readonly Column[];

const isColumn = (name: string): name is Column => columns.some((column) => column === name);

/** The columns in their order, which have the names of the fields. @throws UnreadableFile */
export const readHeader = ({ cells, line }: CsvRecord): readonly ColumnUse[] => {
  const names = cells.map((cell) => cell.toLowerCase());
  if (!names.some(isColumn)) throw unreadable(line, { kind: 'no_header' });
  const unknown = cells.filter((cell) => cell !== '' && !isColumn(cell.toLowerCase()));
  if (unknown.length > 0) throw unreadable(line, { kind: 'unknown_columns', names: unknown });
  for (const column of needed) {
    if (!names.includes(column)) throw unreadable(line, { kind: 'missing_column', column });
  }
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice !== undefined) throw unreadable(line, { kind: 'repeated_column', name: twice });
  return names.map((name) => (isColumn(name) ? name : null));
};

/** Lower case without accents and signs: `Código do cliente` is `codigo do cliente`. */
const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** How people name the columns in English, Portuguese, Spanish, French, German, Italian and Indonesian. The likeliest come first. */
const usual: Readonly<Record<Column, readonly string[]>> = {
  external_customer_id: [
    'external customer id, external id, customer id, client id, customer number, customer no, customer code, account number',
    'id externo, codigo do cliente, codigo cliente, cod cliente, id do cliente, id del cliente, id cliente, numero do cliente',
    'codigo del cliente, numero de cliente, numero client, code client, id client, identifiant client, kundennummer, kunden id, kunden nr',
    'codice cliente, id pelanggan, kode pelanggan, reference, referencia, codigo, code, codice, matricula, numero, id',
  ].flatMap((line) => line.split(', ')),
  customer_name: [
    'customer name, client name, full name, company name, company, business name, display name',
    'nome do cliente, nome completo, nome cliente, razao social, nome fantasia, nombre del cliente, nombre completo, nombre, razon social',
    'nom du client, nom complet, raison sociale, nom, kundenname, firmenname, firma, ragione sociale, nama pelanggan, nama',
    'nome, name, cliente, client, customer, empresa',
  ].flatMap((line) => line.split(', ')),
  customer_email: [
    'customer email, email address, e mail address, e mail, email, mail, e mail do cliente, email do cliente, endereco de e mail',
    'correo electronico, correo, adresse e mail, courriel, e mail adresse, posta elettronica, surel',
  ].flatMap((line) => line.split(', ')),
  customer_phone: [
    'customer phone, phone number, telephone number, mobile number, mobile phone, phone, telephone, mobile, whatsapp, whatsapp number',
    'telefone do cliente, telefone celular, numero de telefone, telefone, celular, fone, numero de telefono, telefono movil, telefono',
    'numero de telephone, telephone portable, telefonnummer, handynummer, telefon, handy, mobil, cellulare, nomor telepon, telepon, hp',
  ].flatMap((line) => line.split(', ')),
  metadata: ['metadata', 'metadados', 'metadatos', 'attributes', 'atributos'],
};

/** How likely a name means a field, the least being the likeliest; null: not at all. */
const rankOf = (column: Column, name: string): number | null => {
  if (name === folded(column)) return -1;
  const rank = usual[column].indexOf(name);
  return rank === -1 ? null : rank;
};

/** What each column of a file likely has, by its name. A field is given to one column at most. */
export const likelyUses = ({ cells }: CsvRecord): readonly ColumnUse[] => {
  const names = cells.map(folded);
  const placeOf = (column: Column): number | undefined =>
    names
      .map((name, place) => ({ place, rank: rankOf(column, name) }))
      .filter((one): one is { place: number; rank: number } => one.rank !== null)
      .toSorted((one, other) => one.rank - other.rank)[0]?.place;
  const places = new Map(columns.map((column) => [placeOf(column), column]));
  return cells.map((cell, place) => places.get(place) ?? (cell === '' ? null : 'left_out'));
};
