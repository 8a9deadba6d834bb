import type { Db } from '#db/db.ts'
import { fromCursor, keysetOfCreation, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { lockPairOrRefuse } from '#features/blocks/server/pair/pair.service.ts'
import { ensureGame } from '#features/catalogue/server/catalogue.service.ts'
import { addGame, type LibraryDeps, lockOwnEntry } from '#features/library/server/library.service.ts'
import { notify, withdrawAbout } from '#features/notifications/server/notifications.service.ts'
import type { Viewer } from '#server/session.ts'
import { isOwnGameId } from '#shared/canonical-ids.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import { RECOMMENDATIONS_PAGE_SIZE } from '../recommendations.contract.ts'
import { GAME_RECOMMENDED, RECOMMENDATION_ANSWERED } from '../recommendations.notifications.ts'
import { type Answer, OPEN_MAX, type RecommendationState, stateAfter } from '../recommendations.rules.ts'
import { RECOMMENDATION } from '../recommendations.subject.ts'
import { answeredSentence, RECOMMENDATION_REFUSALS } from '../recommendations.texts.ts'
import * as queries from './recommendations.queries.ts'

export type RecommendationsDeps = LibraryDeps

export const refuseMissing = () => refuse('not_found', 'recommendation_not_found', RECOMMENDATION_REFUSALS.missing)

/** Lists what waits for the viewer's answer. Most members are recommended nothing: one look into an index. */
export function listReceived({ db }: { db: Db }, viewer: Viewer, cursor: string | undefined) {
  return readKeysetPart(
    fromCursor(cursor),
    RECOMMENDATIONS_PAGE_SIZE,
    (before, most) => queries.listReceived(db, viewer.id, before, most),
    keysetOfCreation,
  )
}

export const listSent = ({ db }: { db: Db }, viewer: Viewer, gameId: GameId) => queries.listSent(db, viewer.id, gameId)

/**
 * Recommends a game to a friend, and notifies the friend. Refuses oneself, members who are no friends, a game that was recommended
 * to the same friend before, whatever the answer was, and more than ten that wait for the same friend's answer. Games of the
 * viewer's own are unknown to everybody else.
 */
export async function recommend(
  deps: RecommendationsDeps,
  viewer: Viewer,
  { to, gameId, line }: { to: UserId; gameId: GameId; line: string | null },
): Promise<string> {
  if (isOwnGameId(gameId)) refuse('not_found', 'game_not_found', 'Game not found')
  await ensureGame(deps, gameId, deps.clock(), viewer.id)
  return inTransaction(deps, async ({ db, clock }) => {
    await lockPairOrRefuse(db, viewer, to, {
      self: RECOMMENDATION_REFUSALS.self,
      blocked: RECOMMENDATION_REFUSALS.friends,
    })
    const between = await queries.findBetween(db, viewer.id, to)
    if (!between.areFriends) refuse('forbidden', 'friends_only', RECOMMENDATION_REFUSALS.friends)
    if (between.open >= OPEN_MAX) refuse('conflict', 'recommendations_full', RECOMMENDATION_REFUSALS.full)
    const at = clock()
    const id = await queries.insertRecommendation(db, { from: viewer.id, to, gameId, line, at })
    if (id === undefined) return refuse('conflict', 'recommended_already', RECOMMENDATION_REFUSALS.again)
    await notify(db, {
      ...{ to, type: GAME_RECOMMENDED.type, actor: viewer.id, at },
      ...subjectRef(RECOMMENDATION, id),
      data: { game: gameId },
    })
    return id
  })
}

/**
 * Answers a recommendation. The sender is notified that the friend wants to play the game or has finished it, and never of a no.
 * The same answer again changes nothing. Refuses 404 to everybody but the friend, and 409 for another answer to what is answered
 * and for thanks before the game is finished.
 */
export async function answer(
  deps: RecommendationsDeps,
  viewer: Viewer,
  id: string,
  answer: Answer,
): Promise<RecommendationState> {
  const found = await queries.findReceived(deps.db, viewer.id, id)
  if (!found) return refuseMissing()
  // A source may be asked, so not within the transaction.
  const { name } = await ensureGame(deps, found.game_id, deps.clock(), viewer.id)
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const known = await queries.lockReceived(db, viewer.id, id)
    if (!known) return refuseMissing()
    if (stateOf(answer) === known.state) return known.state
    const state = stateAfter(known.state, answer, known.is_finished)
    if (state === null) return refuseAnswer(answer, known.is_finished)
    const at = clock()
    await queries.setState(db, id, state, at)
    if (state === 'accepted') await addToBacklog({ ...deps, ...inside }, viewer, known.game_id)
    if (state === 'accepted' || state === 'thanked') {
      await notify(db, {
        ...{ to: known.sender_id, type: RECOMMENDATION_ANSWERED.type, actor: viewer.id, at },
        ...subjectRef(RECOMMENDATION, id),
        data: { game: known.game_id, sentence: answeredSentence(state, name) },
      })
    }
    return state
  })
}

/**
 * Withdraws a recommendation that is not answered, with its notification. Refuses 409 for one that is accepted; one that is declined
 * stays declined, and looks withdrawn, because the sender must not learn of the no.
 */
export async function withdraw(deps: RecommendationsDeps, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    const state = await queries.lockSent(db, viewer.id, id)
    if (state === undefined || state === 'declined') return
    if (state !== 'open') refuse('conflict', 'answered_already', RECOMMENDATION_REFUSALS.friendAnswered)
    await queries.deleteRecommendation(db, id)
    await withdrawAbout(db, subjectRef(RECOMMENDATION, id))
  })
}

const ANSWERED_STATES = { backlog: 'accepted', no: 'declined', thanks: 'thanked', hide: 'hidden' } as const
const stateOf = (answer: Answer): RecommendationState => ANSWERED_STATES[answer]

function refuseAnswer(answer: Answer, isFinished: boolean): never {
  if ((answer === 'thanks' || answer === 'hide') && !isFinished)
    return refuse('conflict', 'unfinished', RECOMMENDATION_REFUSALS.unfinished)
  return refuse('conflict', 'answered_already', RECOMMENDATION_REFUSALS.answered)
}

/** A game that is in the library already stays as it is. */
async function addToBacklog(deps: RecommendationsDeps, viewer: Viewer, gameId: GameId): Promise<void> {
  const entry = await lockOwnEntry(deps.db, viewer, gameId)
  if (!entry) await addGame(deps, viewer, { game_id: gameId, status: 'want_to_play' })
}
