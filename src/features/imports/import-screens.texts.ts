import { gamesText } from '#shared/counted.ts'
import { CANNOT_UNDO, LIBRARY_UNCHANGED } from '#shared/sentences.ts'

/** Of the screens of an import. */
export const IMPORT_SCREEN_TEXTS = {
  about: 'Your games from another tracker.',
  files: 'CSV, Excel, LibreOffice, JSON or zip, up to 50 MB',
  chooseFile: 'Choose a file above to begin.',
  otherFilter: 'Choose another filter.',
  goesOn: 'This goes on when you leave the page.',
  unstored: (columns: string) => `Columns without a place here: ${columns}`,
  ready: 'Nothing is written yet. This is what would happen.',
  discardTitle: 'Discard this import?',
  discard: `${LIBRARY_UNCHANGED} The plan of this import, with your choices, is deleted. ${CANNOT_UNDO}`,
  undoUntil: (day: string) => `You can undo it until ${day}.`,
  synced: (games: number, undo: string) => `The sync has added play time to ${gamesText(games)}.${undo}`,
  unknownTable:
    'No tracker is known that writes such a table. Say what its columns mean; the first rows show the result.',
  bestRating: 'Best rating in the file',
  file: 'file',
  steam: 'Steam',
  fileSays: (facts: string) => `The file says: ${facts}`,
  leftOut: 'Left out of this row',
  whenDifferent: 'When the file and your library differ',
  noGames: 'No games here.',
  whichGame: (title: string) => `Which game is “${title}”?`,
} as const
