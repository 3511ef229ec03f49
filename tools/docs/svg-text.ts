/** A text between two tags of an SVG, or in an attribute. */
export const svgText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
