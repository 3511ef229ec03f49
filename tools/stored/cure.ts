/** What to do about a difference. */
export const cure =
  'What an earlier version stored is read otherwise than that version read it. Keep its reader: decode its codes and bytes as before, ' +
  'and give what it lacks a default that means what it meant (docs/stored-forms.md, "Changing a form"). Where the answer of ' +
  'the earlier version was a fault that is mended now, correct that line of its answers by hand, and say so in the commit.';
