/** What the keys do, and where. */
export const KEYS_TEXTS = {
  close: 'Close the open dialog or menu',
  toast: 'Go to the message that has just appeared',
  games: 'Grids and lists of games',
  nextGame: 'Go to the next game',
  firstOrLastGame: 'Go to the first or last game',
  actions: 'Go to rating, status, heart and log',
  selectAll: 'Select all, while you select games',
  choices: 'Stars, statuses, tabs and pictures',
  otherChoice: 'Choose the previous or next one',
  newLine: 'Start a new line in a message',
  send: 'Post a comment, sign in',
} as const
