// What other features use of the sources of games.
export type { IgdbClient } from './igdb/igdb-client.ts'
export type { LiveAnswers } from './live-answers/live-answers.ts'
export { forwardWithDeadline, type SourceDeadlines } from './live-answers/source-deadlines.ts'
export { gameModes, genres, platforms, themes } from './vocabulary.ts'
