import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { FRIEND_CHOICES, SHELF_CHOICES } from '#features/catalogue/game-filters.rules.ts'
import { facetOf, platformIdOf } from '#features/catalogue/server/catalogue.service.ts'
import { feedAudience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { UserId } from '#shared/ids.ts'
import type { Status } from '../../library.rules.ts'

type Shelf = (typeof SHELF_CHOICES)[number]
type FriendChoice = (typeof FRIEND_CHOICES)[number]

const entriesOf = (userId: UserId, condition = sql``) =>
  sql`select game_id from user_games where user_id = ${userId} ${condition}`

/** Where games stand with a member. */
const ON_SHELF: Record<Shelf, (userId: UserId) => RawBuilder<boolean>> = {
  none: (userId) => sql`games.id not in (${entriesOf(userId)})`,
  any: (userId) => sql`games.id in (${entriesOf(userId)})`,
  want: (userId) => sql`games.id in (${entriesOf(userId, sql`and status = 'want_to_play'`)})`,
  owned: (userId) => sql`games.id in (select game_id from game_copies where user_id = ${userId})`,
}
export const isOnShelf = (userId: UserId, shelf: Shelf): RawBuilder<boolean> => ON_SHELF[shelf](userId)

const STATUS_OF: Record<FriendChoice, Status> = { playing: 'playing', finished: 'completed', want: 'want_to_play' }

/** Games that a friend has with this status, in a library that the member may see. */
export const isWithFriends = (userId: UserId, choice: FriendChoice): RawBuilder<boolean> => sql<boolean>`games.id in (
  select entry.game_id
  from (
    select friend_id as id from friends where user_id = ${userId} and status = 'accepted'
    union all
    select user_id from friends where friend_id = ${userId} and status = 'accepted'
  ) circle
  join profiles friend on friend.id = circle.id
  join user_games entry on entry.user_id = circle.id and entry.status = ${STATUS_OF[choice]}
  where ${isVisibleTo(feedAudience(userId), sql`friend`, 'library', sql<boolean>`true`)}
)`

/** Games on a platform on which the member has played or owns something. */
export async function isOnOwnPlatforms(db: Db, userId: UserId): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{ platform: string }>`
    select platform from playthroughs where user_id = ${userId} and platform is not null
    union
    select platform from game_copies where user_id = ${userId} and platform is not null`.execute(db)
  const ids = new Set(rows.flatMap(({ platform }) => platformIdOf(platform) ?? []))
  return sql<boolean>`games.facets && ${[...ids].map((id) => facetOf('platform', id))}::integer[]`
}

export async function showsEroticGames(db: Db, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('user_preferences')
    .select('erotic_games')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.erotic_games === true
}
