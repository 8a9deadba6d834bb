export { isSteamId } from './facts.ts'
export { gamesOf } from './igdb/igdb-answers.ts'
export type { IgdbClient } from './igdb/igdb-client.ts'
export type { LiveAnswers } from './live-answers/live-answers.ts'
export { forwardWithDeadline, type SourceDeadlines } from './live-answers/source-deadlines.ts'
export { platformTermOf } from './platform-terms.ts'
export { type ExternalId, NOTHING_KNOWN, type PageFacts, type SourceGame, type StoredOrigin } from './source.ts'
export type { Vocabulary } from './vocabulary.ts' // What other features use of the sources of games.
export { gameModes, genres, platforms, themes } from './vocabulary.ts'
