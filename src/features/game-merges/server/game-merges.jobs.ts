import type { Job } from '#server/jobs.ts'
import { MERGES_JOB } from '../game-merges.texts.ts'
import type { GameMergesDeps } from './game-merges.service.ts'
import { joinListedGames } from './listed/join-listed-games.ts'

export const gameMergesJobs = (deps: GameMergesDeps): Job[] => [
  {
    name: 'join-listed-games',
    about: MERGES_JOB,
    schedule: '*/20 * * * *',
    run: () => joinListedGames(deps),
  },
]
