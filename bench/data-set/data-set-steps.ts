import type pg from 'pg'
import type { Shape } from '../options.ts'
import { forumSteps } from './data-set-forum.ts'
import { journalSteps, playedGames } from './data-set-journals.ts'
import { newsSteps } from './data-set-news.ts'
import { playlistSteps } from './data-set-playlists.ts'
import { reviewSteps } from './data-set-reviews.ts'
import { type Step, socialSteps } from './data-set-tables.ts'

/** Returns the steps that fill all tables except games, in order. */
export const stepsFor = (shape: Shape): Step[] => [
  ...socialSteps(shape),
  playedGames(),
  ...reviewSteps(shape),
  ...journalSteps(shape),
  ...playlistSteps(shape),
  ...newsSteps(shape),
  ...forumSteps(shape),
]

const BIG = [
  'user_games',
  'game_progress_history',
  'followers',
  'friends',
  'friend_activities',
  'activity_reactions',
  'activity_comments',
  'notifications',
  'reviews',
  'public_stars',
  'review_likes',
  'review_bookmarks',
  'lists',
  'list_games',
  'list_likes',
  'journal_entries',
  'playthroughs',
  'play_sessions',
  'forum_threads',
  'forum_posts',
  'forum_likes',
  'forum_reads',
  'forum_subscriptions',
]

/**
 * Switches the triggers of the big tables off or on. They would count row by row what the steps count at once. Those of
 * games stay on, because the app itself stores the games.
 */
export async function switchTriggers(client: pg.Client, to: 'off' | 'on'): Promise<void> {
  for (const table of BIG)
    await client.query(`alter table ${table} ${to === 'off' ? 'disable' : 'enable'} trigger user`)
}

/** Drops the indexes of the big tables, except those of keys, and returns the statements that create them again. */
export async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select index.indexrelid::regclass::text as name, pg_get_indexdef(index.indexrelid) as definition
     from pg_index index
     where index.indrelid = any($1::regclass[]) and not index.indisprimary
       and not exists (select from pg_constraint where conindid = index.indexrelid)`,
    [['games', ...BIG]],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
