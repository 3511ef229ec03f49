import { describe, expect, test } from '@jest/globals';
import { readApiPage } from '../../tools/compatible/api-page.ts';
import { typeDifferences } from '../../tools/compatible/type-differences.ts';

const differences = (was: string, is: string) => typeDifferences(readApiPage(was), readApiPage(is));

const breaking = (was: string, is: string): readonly string[] =>
  differences(was, is)
    .filter(({ breaks }) => breaks !== null)
    .map((one) => `${one.place}: ${one.was} -> ${one.is}`);

const other = (was: string, is: string): readonly string[] =>
  differences(was, is)
    .filter(({ breaks }) => breaks === null)
    .map((one) => `${one.place}: ${one.was} -> ${one.is}`);

/** A client that takes `Options`, and whose calls take `Request` and give `Answer`. */
const client = (...lines: readonly string[]): string =>
  [
    ...['client/create: function', 'client/create(1): Options', 'client/create(): Client', 'client/Client: object'],
    ...['client/Client.call: function', 'client/Client.call(1): Request', 'client/Client.call(): Answer'],
    ...['client/Options: object', 'client/Request: object', 'client/Answer: object', ...lines],
  ].join('\n');

test('the same page has no difference', () => {
  expect(differences(client('client/Answer.a: string'), client('client/Answer.a: string'))).toEqual([]);
});

test('a name that is gone breaks who imports it, and its members are not listed on top', () => {
  expect(breaking(client('client/Other: object', 'client/Other.a: string'), client())).toEqual([
    'client/Other: object -> gone',
  ]);
});

test('a method that has another name breaks who calls it', () => {
  const [was, is] = [
    client('client/Client.old: function', 'client/Client.old(): void'),
    client('client/Client.new: function'),
  ];
  expect(breaking(was, is)).toEqual(['client/Client.old: function -> gone']);
  expect(other(was, is)).toEqual(['client/Client.new: absent -> function']);
});

describe('a member', () => {
  const [none, must, may] = [client(), client('client/X.a: string'), client('client/X.a?: string')];
  const of = (type: string, page: string): string => page.replace('X', type);

  test.each(['Request', 'Options', 'Answer'])('that is gone from %s breaks', (type) => {
    expect(breaking(of(type, may), none)).toEqual([`client/${type}.a: string, may be absent -> gone`]);
  });

  test('that is new and must be given breaks who gives, and no reader', () => {
    expect(breaking(none, of('Request', must))).toEqual(['client/Request.a: absent -> string']);
    expect(breaking(none, of('Request', may))).toEqual([]);
    expect(breaking(none, of('Answer', must))).toEqual([]);
  });

  test('that may be absent from now on breaks who reads; that must be given, who gives', () => {
    expect(breaking(of('Answer', must), of('Answer', may))).toEqual([
      'client/Answer.a: string -> string, may be absent',
    ]);
    expect(breaking(of('Answer', may), of('Answer', must))).toEqual([]);
    expect(breaking(of('Request', may), of('Request', must))).toEqual([
      'client/Request.a: string, may be absent -> string',
    ]);
    expect(breaking(of('Request', must), of('Request', may))).toEqual([]);
  });
});

describe('a type', () => {
  const of = (type: string, words: string): string => client(`client/${type}.a: ${words}`);

  test('with a word more breaks who reads, and one with a word fewer breaks who gives', () => {
    const [one, two] = ['"a"', '"a" | "b"'];
    expect(breaking(of('Answer', one), of('Answer', two))).toEqual(['client/Answer.a: "a" -> "a" | "b"']);
    expect(breaking(of('Answer', two), of('Answer', one))).toEqual([]);
    expect(breaking(of('Request', two), of('Request', one))).toEqual(['client/Request.a: "a" | "b" -> "a"']);
    expect(breaking(of('Request', one), of('Request', two))).toEqual([]);
  });

  test('of many words is described by those that came or went', () => {
    const many = '"a" | "b" | "c" | "d" | "e" | "f"';
    expect(breaking(of('Answer', many), of('Answer', `${many} | "g"`))).toEqual(['client/Answer.a: absent -> "g"']);
    expect(breaking(of('Request', `${many} | "g"`), of('Request', many))).toEqual(['client/Request.a: "g" -> gone']);
  });

  test('that is another one breaks both', () => {
    for (const type of ['Answer', 'Request']) expect(breaking(of(type, 'string'), of(type, 'number'))).toHaveLength(1);
  });

  test('in another order is the same one', () => {
    expect(differences(of('Answer', '"a" | null'), of('Answer', 'null | "a"'))).toEqual([]);
  });

  test('that takes anything takes everything', () => {
    expect(breaking(of('Request', 'string'), of('Request', 'unknown'))).toEqual([]);
    expect(breaking(of('Answer', 'unknown'), of('Answer', 'string'))).toEqual([]);
    expect(breaking(of('Answer', 'string'), of('Answer', 'unknown'))).toHaveLength(1);
  });

  test('that is given and read has to stay the same', () => {
    const both = (words: string): string =>
      of('Both', words).concat('\nclient/Both: object\nclient/Request.b: Both\nclient/Answer.b: Both');
    expect(breaking(both('"a"'), both('"a" | "b"'))).toHaveLength(1);
    expect(breaking(both('"a" | "b"'), both('"a"'))).toHaveLength(1);
  });
});

describe('a function that the caller gives', () => {
  const of = (words: string): string =>
    client('client/Options.on?: function', `client/Options.on(1): ${words}`, 'client/Options.on(): void');

  test('reads what it is called with', () => {
    expect(breaking(of('"a"'), of('"a" | "b"'))).toEqual(['client/Options.on(1): "a" -> "a" | "b"']);
    expect(breaking(of('"a" | "b"'), of('"a"'))).toEqual([]);
  });
});

describe('a parameter', () => {
  const of = (...lines: readonly string[]): string => client('client/f: function', ...lines, 'client/f(): void');

  test('that is gone, or moved to another place, breaks', () => {
    expect(breaking(of('client/f(a)?: string'), of())).toEqual(['client/f(a): string, may be absent -> gone']);
    expect(breaking(of('client/f(1 a): string'), of('client/f(2 a)?: string'))).toEqual([
      'client/f(1 a): string -> gone',
    ]);
  });

  test('that is new breaks, if it must be given', () => {
    expect(breaking(of(), of('client/f(a): string'))).toEqual(['client/f(a): absent -> string']);
    expect(breaking(of(), of('client/f(a)?: string'))).toEqual([]);
  });
});

test('other parameters of a generic type break who gives them', () => {
  const [one, two] = [client('client/Answer<>: A'), client('client/Answer<>: A, B')];
  for (const [was, is] of [
    [one, two],
    [two, one],
    [one, client()],
  ] as const)
    expect(breaking(was, is)).toHaveLength(1);
});

test('a new member breaks no one who is given an instance of a class and hands it on', () => {
  const was = client('client/Tool: class', 'client/use: function', 'client/use(1): Tool');
  expect(breaking(was, `${was}\nclient/Tool.more: function`)).toEqual([]);
});

test('the errors and events of the service may become more at any time', () => {
  const of = (words: string): string => client('client/Answer.a: ReceivedEvent', `schemas/ReceivedEvent: ${words}`);
  expect(breaking(of('One'), of('One | Two'))).toEqual([]);
  expect(breaking(of('One | Two'), of('One'))).toEqual(['schemas/ReceivedEvent: One | Two -> One']);
});
