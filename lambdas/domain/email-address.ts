const atom = String.raw`[^\s\p{Cc}"(),.:;<>@[\\\]]+`;
const quoted = String.raw`"(?:[^\p{Cc}"\\]|\\[\x20-\x7e])*"`;
const letter = String.raw`[\p{L}\p{N}\p{M}]`;
// The joiners are in some languages' domains: https://www.rfc-editor.org/rfc/rfc5892#appendix-A.1
const label = String.raw`${letter}(?:[\p{L}\p{N}\p{M}\u200c\u200d\-]{0,61}${letter})?`;
const literal = String.raw`\[(?:\d{1,3}(?:\.\d{1,3}){3}|IPv6:[\da-fA-F:.]{2,45})\]`;

const form = new RegExp(String.raw`^(?:${atom}(?:\.${atom})*|${quoted})@(?:${label}(?:\.${label})+|${literal})$`, 'u');

/** In octets: https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1 */
const mostLocal = 64;
const mostDomain = 255;

/**
 * Whether the text is one mail address, internationalised or not. A domain must be a full one, with a dot.
 * https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2 https://www.rfc-editor.org/rfc/rfc6531#section-3.3
 */
export const isEmailAddress = (text: string): boolean => {
  const at = text.lastIndexOf('@');
  const isShort =
    Buffer.byteLength(text.slice(0, at)) <= mostLocal && Buffer.byteLength(text.slice(at + 1)) <= mostDomain;
  return isShort && form.test(text);
};
