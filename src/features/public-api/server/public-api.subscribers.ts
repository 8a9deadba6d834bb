import type { EventDeps } from '#server/events.ts'
import { deleteTokensOf, deleteTokensOfDisabled } from './tokens/tokens.queries.ts'

/** A new password ends what the old one could open, as it ends sessions. */
export const endTokens = ({ db }: EventDeps, { userId }: { userId: string }): Promise<void> =>
  deleteTokensOf(db, userId)

/** A disabled or deleted member loses the tokens, as they lose their sessions; a return does not bring them back. */
export const endTokensOfDisabled = ({ db }: EventDeps, { userId }: { userId: string }): Promise<void> =>
  deleteTokensOfDisabled(db, userId)
