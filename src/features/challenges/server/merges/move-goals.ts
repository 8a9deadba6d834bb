import { sql } from 'kysely'
import type { gameMerged, gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { putBack } from '#features/catalogue/server/catalogue.service.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { refreshProgress } from '../progress/progress.service.ts'

/** Moves the goals and covers of challenges that are about a merged game. */
export async function moveMergedGoals({ db }: EventDeps, { from, to }: PayloadOf<typeof gameMerging>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with goals as (
      update challenge_goals set game_id = ${to} where game_id = ${from} returning challenge_id as id
    ), covers as (
      update challenges set cover_game_id = ${to} where cover_game_id = ${from} returning id
    )
    select id from goals union select id from covers`.execute(db)
  if (rows.length > 0) await announce(db, [tag.challenges, ...rows.map(({ id }) => tag.challenge(id))])
}

/** Recomputes the progress of those who take part in a challenge about the game that stays: more of their library counts. */
export async function refreshMergedGoals(deps: EventDeps, { to }: PayloadOf<typeof gameMerged>): Promise<void> {
  const { rows } = await sql<{ user_id: UserId }>`
    select distinct part.user_id
    from challenge_goals goal join challenge_participants part on part.challenge_id = goal.challenge_id
    where goal.game_id = ${to} and not part.completed
    order by part.user_id`.execute(deps.db)
  for (const { user_id } of rows) await refreshProgress(deps, user_id)
}

/** Gives the game that is there again its goals and covers. What members have reached stays reached. */
export async function splitGoals({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  await putBack(db, split, 'challenge_goals')
  await putBack(db, split, 'challenges')
  const { rows } = await sql<{ id: string }>`
    select challenge_id as id from challenge_goals where game_id in (${split.from}, ${split.to})
    union select id from challenges where cover_game_id in (${split.from}, ${split.to})`.execute(db)
  if (rows.length > 0) await announce(db, [tag.challenges, ...rows.map(({ id }) => tag.challenge(id))])
}
