import { randomFrom } from '../bench/delivery/event-traffic.ts';

const firsts =
  'Anna Ben Carla David Emma Felix Greta Hans Ida Jonas Klara León Mia Noah Olga Paul Quentin Rosa Simon Tina Ursula Viktor Wanda Xaver Yara Zoë Fatima Chen Wei María José Luís João Giulia Marco Sofia Lars Ingrid'.split(
    ' ',
  );
const lasts =
  'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hartmann Lange Werner Krause García López Silva Santos Rossi Russo Smith Jones Brown Taylor Wilson Evans Thomas Roberts'.split(
    ' ',
  );
const syllables = 'ba ko ri ta mo ne lu fi sa po de gi zu wo ha ca vi tro st el'.split(' ');

/** Contact data of a person or of a firm. */
interface Contact {
  readonly customer_name: string;
  readonly customer_email: string;
  readonly customer_phone: string;
}

/** Contact data as various as partners have it, the same for each index: half people, half firms with names of their own. */
export const contactOf = (index: number): Contact => {
  const random = randomFrom(index + 1);
  const pick = (of: readonly string[]): string => of[Math.floor(random() * of.length)] ?? '';
  const word = (): string => Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(syllables)).join('');
  const customer_phone = `+49 ${1_500_000_000 + Math.floor(random() * 300_000_000)}`;
  if (random() < 0.5) {
    const [first, last] = [pick(firsts), pick(lasts)];
    const customer_email = `${first}.${last}.${index}@example.com`.normalize('NFKD').replace(/\p{M}/gu, '');
    return { customer_name: `${first} ${last}`, customer_email, customer_phone };
  }
  const [one, other] = [word(), word()];
  return {
    customer_name: `${one} ${other} GmbH`,
    customer_email: `info.${index}@${one}-${other}.example`,
    customer_phone,
  };
};
