import { HIDDEN_BY_TEAM } from '#shared/sentences.ts'

export const HIDDEN_NOTE = `${HIDDEN_BY_TEAM} Only its author and the team see it.`
