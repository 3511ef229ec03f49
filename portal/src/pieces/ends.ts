const uuid = /^([\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{6}([\da-f]{6})$/;

/** The ids of the platform's messages begin alike, and end in the bytes that tell them apart. */
const messageId = /^wamid\..*(.{12})$/;

/** How many characters of a long text are shown, where nothing else is said. */
const usual = 20;

/** The beginning and the end of an id or a name that is too long for its place: both tell it from others. */
export const ends = (text: string, most = usual): string => {
  if (uuid.test(text)) return text.replace(uuid, '$1…$2');
  if (messageId.test(text)) return text.replace(messageId, 'wamid.…$1');
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  const last = Math.floor((most - 1) / 3);
  return `${characters.slice(0, most - 1 - last).join('')}…${characters.slice(-last).join('')}`;
};
