import { HIDDEN_BY_ADMIN } from '#shared/sentences.ts'

export const HIDDEN_NOTE = `${HIDDEN_BY_ADMIN} Only its author and admins see it.`
