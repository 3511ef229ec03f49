/** `false` omits an attribute, `true` sets it without a value. */
type Attributes = Readonly<Record<string, string | number | boolean>>;
type Child = Node | string | null;

/** An HTML element. Strings become text nodes and are never parsed as HTML. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(attribute, value === true ? '' : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
};

/** An element of the page. @throws Error when the page has none */
export const find = <Kind extends Element>(selector: string, kind: new () => Kind): Kind => {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
};
