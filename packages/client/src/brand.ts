/**
 * Lets `instanceof` know the errors of every copy of this package. A program may load it twice, as an ES module and as CommonJS,
 * and each copy has classes of its own.
 */
export const brand = (errors: abstract new (...given: never) => Error, name: string): void => {
  const mark = Symbol.for(`@swift-worker/client/${name}`);
  Object.defineProperty(errors.prototype, mark, { value: true });
  Object.defineProperty(errors, Symbol.hasInstance, {
    // A class that extends this one is known by its prototype, as usual.
    value(this: { readonly prototype: object }, one: unknown): boolean {
      if (typeof one !== 'object' || one === null) return false;
      return this === errors
        ? Reflect.get(one, mark) === true
        : Object.prototype.isPrototypeOf.call(this.prototype, one);
    },
  });
};
