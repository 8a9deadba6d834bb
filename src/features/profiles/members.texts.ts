import { counted } from '#shared/counted.ts'
import { MEMBERS_FAILED } from '#shared/sentences.ts'

export const SIGN_IN_FOR_SIMILAR = 'Please sign in to find members with similar libraries'

export const MEMBERS_TEXTS = {
  about: 'Who plays here, and what they like best.',
  failed: MEMBERS_FAILED,
  nobody: 'Members appear here when they have games in a library that others may see.',
  nobodyAlike: 'Log a few games, and members who have the same ones appear here.',
} as const

export const inCommonText = (games: number): string => `${counted(games, 'game')} in common`
