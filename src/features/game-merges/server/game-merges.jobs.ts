import { MERGE_RECORD_DAYS } from '#features/catalogue/merge-games.rules.ts'
import { forgetRecords } from '#features/catalogue/server/catalogue.service.ts'
import type { Job } from '#server/jobs.ts'
import { counted } from '#shared/counted.ts'
import { DAY_MS } from '#shared/durations.ts'
import { MERGE_RECORDS_JOB, MERGES_JOB } from '../game-merges.texts.ts'
import type { GameMergesDeps } from './game-merges.service.ts'
import { joinListedGames } from './listed/join-listed-games.ts'

export const gameMergesJobs = (deps: GameMergesDeps): Job[] => [
  {
    name: 'join-listed-games',
    about: MERGES_JOB,
    schedule: '*/20 * * * *',
    run: () => joinListedGames(deps),
  },
  {
    name: 'prune-merge-records',
    about: MERGE_RECORDS_JOB,
    schedule: '43 3 * * *',
    deletes: { game_merge_rows: `${counted(MERGE_RECORD_DAYS, 'day')} after the merge` },
    run: () => forgetRecords(deps.db, new Date(deps.clock().getTime() - MERGE_RECORD_DAYS * DAY_MS)),
  },
]
