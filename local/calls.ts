/** How people call the programs of the local stack. Texts have them, so that they can be copied. */
export const calls = {
  start: 'npm start',
  listen: 'npm run listen --',
  operator: 'npm run -s operator --',
  token: 'npm run -s token --',
} as const;
