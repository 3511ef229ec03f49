/**
 * Removes what Node.js 20 does not have, so that a program that uses it fails.
 * https://nodejs.org/en/blog/announcements/v22-release-announce, https://node.green
 */
const newer = [
  [Array, ['fromAsync']],
  [Promise, ['withResolvers', 'try']],
  [Object, ['groupBy']],
  [Map, ['groupBy']],
  [RegExp, ['escape']],
  [Error, ['isError']],
  [Math, ['f16round', 'sumPrecise']],
  [Uint8Array, ['fromBase64', 'fromHex']],
  [Uint8Array.prototype, ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']],
  [
    Set.prototype,
    [
      ...['union', 'intersection', 'difference', 'symmetricDifference'],
      ...['isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
    ],
  ],
  [
    Object.getPrototypeOf(Object.getPrototypeOf([].values())),
    ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
  ],
  [URL, ['parse']],
  [globalThis, ['WebSocket', 'Iterator', 'Float16Array', 'URLPattern']],
];

for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name);
