type Attributes = Readonly<Record<string, string | number | boolean>>;
type Child = Node | string | null;

/** `false` omits an attribute, `true` sets it without a value. */
const setAttributes = (element: Element, attributes: Attributes): void => {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
};

const append = (element: Element, children: readonly Child[]): void => {
  element.append(...children.filter((child) => child !== null));
};

/** An HTML element. Strings become text nodes and are never parsed as HTML. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name);
  setAttributes(made, attributes);
  append(made, children);
  return made;
};

/** An SVG element. */
export const drawn = (name: string, attributes: Attributes = {}, ...children: readonly Child[]): SVGElement => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  setAttributes(made, attributes);
  append(made, children);
  return made;
};

/** An element of the page. @throws Error when the page has none */
export const find = <Kind extends Element>(selector: string, kind: new () => Kind): Kind => {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
};
