import { DAYS_BACK } from './releases.rules.ts'

export const RELEASED_LATELY = `Out in the last ${DAYS_BACK} days`
