import { expect } from 'vitest'
import type { GroupDecision, RowQuestion } from '../../src/features/imports/imports.rules.ts'
import type { useImportsApp } from './imports-app.ts'

const ANSWERS: readonly (readonly [RowQuestion, GroupDecision])[] = [
  ['id', 'title'],
  ['same-name', 'first'],
  ['similar-name', 'own'],
  ['unknown', 'own'],
]

/** What is in the library of a game: the status, half stars, hours, and in words its playthroughs, shelves, stores and notes. */
type Arrived = (string | number | null)[]

/** Imports a file as a member does who takes all guesses and answers the groups of rows, and returns what is in the library. */
export async function importArrivals(
  { app, ann, upload, step }: ReturnType<typeof useImportsApp>,
  bytes: Buffer,
  name: string,
): Promise<{ games: Record<string, Arrived>; preset: string; questions: unknown[] }> {
  const answer = await upload(ann, bytes, name)
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  const { id, state, preset } = answer.body.import
  let questions: unknown[] = []
  if (state === 'mapping') {
    const { mapping, recognised } = (await ann.get(`/api/imports/${id}/table`)).body
    questions = recognised.questions
    expect((await ann.put(`/api/imports/${id}/mapping`, mapping)).status).toBe(200)
  }
  await app.work()
  for (const [question, decision] of ANSWERS) {
    await ann.put(`/api/imports/${id}/rows`, { question, decision })
    await app.work()
  }
  await step(ann, id, 'apply')
  const games = await app.db
    .selectFrom('user_games')
    .innerJoin('games', 'games.id', 'user_games.game_id')
    .where('user_id', '=', ann.user.id)
    .select(['game_id', 'games.name', 'status', 'user_rating', 'play_time', 'notes'])
    .orderBy('games.name')
    .execute()
  const words = await wordsOf(app.db, ann.user.id)
  return {
    preset,
    questions,
    games: Object.fromEntries(
      games.map(({ game_id, name, status, user_rating, play_time, notes }) => [
        name,
        [
          status,
          user_rating,
          play_time,
          ...words.filter((each) => each.game_id === game_id).map(({ text }) => text),
          ...(notes === null ? [] : [`note ${notes}`]),
        ],
      ]),
    ),
  }
}

async function wordsOf(db: ReturnType<typeof useImportsApp>['app']['db'], userId: string) {
  const runs = await db
    .selectFrom('playthroughs')
    .where('user_id', '=', userId)
    .select(['game_id', 'started_on', 'finished_on', 'finish_level', 'is_replay'])
    .orderBy('started_on')
    .execute()
  const shelves = await db
    .selectFrom('own_shelf_games')
    .innerJoin('own_shelves', 'own_shelves.id', 'shelf_id')
    .where('own_shelf_games.user_id', '=', userId)
    .select(['game_id', 'own_shelves.name'])
    .orderBy('own_shelves.name')
    .execute()
  const copies = await db.selectFrom('game_copies').where('user_id', '=', userId).select(['game_id', 'store']).execute()
  const reviews = await db
    .selectFrom('reviews')
    .where('user_id', '=', userId)
    .select(['game_id', 'review_text'])
    .execute()
  return [
    ...runs.map(({ game_id, started_on, finished_on, finish_level, is_replay }) => ({
      game_id,
      text: `${started_on ?? ''}..${finished_on ?? ''} ${finish_level}${is_replay ? ' again' : ''}`,
    })),
    ...shelves.map(({ game_id, name }) => ({ game_id, text: `#${name}` })),
    ...copies.map(({ game_id, store }) => ({ game_id, text: `copy ${store ?? ''}` })),
    ...reviews.map(({ game_id, review_text }) => ({ game_id, text: `review ${review_text}` })),
  ]
}
