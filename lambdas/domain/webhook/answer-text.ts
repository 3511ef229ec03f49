/** So much of an endpoint's answer is kept, in bytes. */
export const keptAnswerBytes = 1_024;

/** The beginning of an answer as text; undefined when it has none. A character that the limit cuts is left out. */
export const answerText = (body: Uint8Array): string | undefined => {
  const text = new TextDecoder().decode(body.subarray(0, keptAnswerBytes), { stream: true });
  return text.trim() === '' ? undefined : text;
};
