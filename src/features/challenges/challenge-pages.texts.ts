import { JOIN_ONE } from './challenges.texts.ts'

export const CHALLENGE_ABOUT = 'A challenge: join it, and what you log counts automatically.'

export const CHALLENGES_ABOUT = `Something to play towards, together. ${JOIN_ONE}`
