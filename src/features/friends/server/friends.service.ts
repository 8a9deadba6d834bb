import type { Db } from '#db/db.ts'
import { fromCursor, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import {
  announceRelationship,
  announceRequest,
  lockPair,
  lockPairOrRefuse,
} from '#features/blocks/server/pair/pair.service.ts'
import { requireVisibleFollows } from '#features/follows/server/follows.service.ts'
import { notify, withdraw } from '#features/notifications/server/notifications.service.ts'
import { countRelationships as countAround } from '#features/profiles/server/profiles.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Events } from '#server/events.ts'
import type { Viewer } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import { HOUR_MS } from '#shared/durations.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { atMostText } from '#shared/sentences.ts'
import { FRIENDS_PAGE_SIZE, REQUESTS_PAGE_SIZE } from '../friends.contract.ts'
import { FRIEND_ACCEPTED, FRIEND_REQUEST } from '../friends.notifications.ts'
import { FRIENDS_MAX, outcomeOfRequest, PENDING_SENT_MAX } from '../friends.rules.ts'
import { FRIEND_REFUSALS } from '../friends.texts.ts'
import { isOnline, PLAYING_HOURS } from '../presence.rules.ts'
import { friendshipAdded } from './friends.events.ts'
import { isParty, mayAnswer } from './friends.policy.ts'
import * as queries from './friends.queries.ts'
import { loadPeople, type PersonRow } from './people/people.queries.ts'

export interface FriendsDeps {
  db: Db
  clock: Clock
  events: Events
}

const refuseMissing = () => refuse('not_found', 'friend_not_found', 'Friend not found')
const refuseTooMany = (message: string) => refuse('conflict', 'friend_limit', message)

/**
 * Sends a friend request, or accepts the pending request of the other member: of two simultaneous requests the second
 * accepts (G23). Refuses 400 for the viewer's own id, 404 for an unknown member, 403 when one has blocked the other,
 * and 409 for an existing friendship or request or at the limits. For a week, a declined member gets the response for a
 * pending request (C15).
 */
export function requestFriend(deps: FriendsDeps, viewer: Viewer, otherId: UserId): Promise<queries.LinkRow> {
  return inTransaction(deps, async ({ db, clock }) => {
    await lockPairOrRefuse(db, viewer, otherId, {
      self: "You can't add yourself",
      blocked: FRIEND_REFUSALS.blocked,
    })
    const now = clock()
    const link = await queries.findLinkBetween(db, viewer.id, otherId)
    switch (outcomeOfRequest(viewer.id, link ?? null, now)) {
      case 'already_friends':
        return refuse('conflict', '23505', 'You are already friends')
      case 'already_sent':
        return refuse('conflict', '23505', 'Friend request already sent')
      case 'accept':
        return accept(deps, db, viewer, link as queries.LinkRow, now)
      case 'ask': {
        const counts = await lockAndCountFriends(db, viewer.id, otherId)
        if (counts.own >= FRIENDS_MAX) refuseTooMany(atMostText(FRIENDS_MAX, 'friends'))
        if (counts.sent >= PENDING_SENT_MAX) refuse('conflict', 'pending_limit', FRIEND_REFUSALS.tooManyRequests)
        await notify(db, { to: otherId, type: FRIEND_REQUEST.type, actor: viewer.id, at: now })
        await announceRequest(db, viewer.id, otherId)
        return queries.insertRequest(db, { from: viewer.id, to: otherId, at: now })
      }
    }
  })
}

/**
 * Accepts or declines a request (C15). The same response again changes nothing. Refuses 404 when no request is open,
 * also when it was just cancelled; 403 to everybody but its recipient; and 400 for declining an existing friendship.
 */
export function answerRequest(
  deps: FriendsDeps,
  viewer: Viewer,
  id: string,
  status: 'accepted' | 'declined',
): Promise<queries.LinkRow> {
  return inTransaction(deps, async ({ db, clock }) => {
    const link = await requireOwnLink(db, viewer, id)
    if (!mayAnswer(viewer, link)) refuse('forbidden', '42501', FRIEND_REFUSALS.notReceived)
    if (link.status === status) return link
    if (link.status === 'accepted') refuse('invalid', 'invalid_status', 'Invalid status')
    if (link.status === 'declined') return refuseMissing()
    if (status === 'accepted') return accept(deps, db, viewer, link, clock())
    await removeNotification(db, link)
    // The sender is not notified of a declined request (C15).
    await announce(db, [tag.relationships(viewer.id)])
    return queries.updateStatus(db, link.id, 'declined', clock())
  })
}

/**
 * Ends a friendship or cancels a request, from either side. Refuses 404 for a declined request, because its removal
 * would shorten the week.
 */
export async function endFriendship(deps: FriendsDeps, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    const link = await requireOwnLink(db, viewer, id)
    if (link.status === 'declined') return refuseMissing()
    await queries.deleteLink(db, link.id)
    if (link.status === 'pending') {
      await removeNotification(db, link)
      return announceRequest(db, link.user_id, link.friend_id)
    }
    await withdraw(db, { to: link.user_id as UserId, type: FRIEND_ACCEPTED.type, actor: link.friend_id as UserId })
    await announceRelationship(db, link.user_id, link.friend_id)
  })
}

/** Refuses with 403 when the viewer is neither of the two and may not see the relationships of both (G22). */
export async function areFriends({ db }: FriendsDeps, viewer: Viewer | null, a: UserId, b: UserId): Promise<boolean> {
  await requireVisibleFollows(db, viewer, [a, b])
  return (await queries.findLinkBetween(db, a, b))?.status === 'accepted'
}

/** The other member of a friendship or request, with the game that they play. */
export interface OtherParty {
  link: queries.OtherPartyRow
  person: PersonRow
  isHere: boolean
  game: queries.PlayedRow | null
}

/** Lists friendships and requests with the other members, and for friends also presence and game. */
export async function listFriends(
  { db, clock }: FriendsDeps,
  viewer: Viewer,
  wanted: { status: 'pending' | 'accepted' | undefined; cursor: string | undefined },
) {
  const statuses = wanted.status ? [wanted.status] : ['pending', 'accepted']
  const [{ rows, nextCursor }, around] = await Promise.all([
    readLinks(db, viewer, { statuses }, wanted.cursor, FRIENDS_PAGE_SIZE),
    countAround(db, viewer.id),
  ])
  return { friends: await loadOthers(db, viewer, rows, clock()), total: around.friends, nextCursor }
}

export async function listRequests({ db, clock }: FriendsDeps, viewer: Viewer, cursor: string | undefined) {
  const pending = { statuses: ['pending'] }
  const [received, sent] = await Promise.all([
    readLinks(db, viewer, { ...pending, sides: ['recipient'] }, cursor, REQUESTS_PAGE_SIZE),
    queries.listLinks(db, viewer.id, { ...pending, sides: ['sender'], before: null, most: PENDING_SENT_MAX }),
  ])
  const others = await loadOthers(db, viewer, [...received.rows, ...sent], clock())
  return {
    received: others.filter(({ link }) => link.sender_id !== viewer.id),
    sent: others.filter(({ link }) => link.sender_id === viewer.id),
    nextCursor: received.nextCursor,
  }
}

const readLinks = (db: Db, viewer: Viewer, wanted: queries.LinkFilter, cursor: string | undefined, size: number) =>
  readKeysetPart(
    fromCursor(cursor),
    size,
    (before, most) => queries.listLinks(db, viewer.id, { ...wanted, before, most }),
    ({ updated_at, link_id }) => ({ at: updated_at, id: link_id }),
  )

/** Loads the other members without disabled ones. Presence is for friends only. */
async function loadOthers(
  db: Db,
  viewer: Viewer,
  links: readonly queries.OtherPartyRow[],
  now: Date,
): Promise<OtherParty[]> {
  const people = await loadPeople(
    db,
    viewer.id,
    links.map(({ other_id }) => other_id),
  )
  const here = people.filter((person) => person.status === 'accepted' && isOnline(person.last_seen_at, now))
  const games = await queries.listCurrentGames(
    db,
    here.filter(({ shows_play }) => shows_play).map(({ id }) => id),
    new Date(now.getTime() - PLAYING_HOURS * HOUR_MS),
  )
  const personOf = new Map(people.map((person) => [person.id, person]))
  const gameOf = new Map(games.map((game) => [game.user_id, game]))
  return links.flatMap((link) => {
    const person = personOf.get(link.other_id)
    return person ? [{ link, person, isHere: here.includes(person), game: gameOf.get(person.id) ?? null }] : []
  })
}

/** Finds the row without a lock, then reads it again after locking the pair, because it may have changed meanwhile. */
async function requireOwnLink(db: Db, viewer: Viewer, id: string): Promise<queries.LinkRow> {
  const found = (await queries.findLink(db, id)) ?? (await queries.findLinkBetween(db, viewer.id, id))
  if (!found) return refuseMissing()
  if (!isParty(viewer, found)) refuse('forbidden', '42501', FRIEND_REFUSALS.notYours)
  await lockPair(db, viewer, (found.user_id === viewer.id ? found.friend_id : found.user_id) as UserId)
  const link = await queries.findLink(db, found.id)
  return link && isParty(viewer, link) ? link : refuseMissing()
}

async function accept(
  { events }: FriendsDeps,
  db: Db,
  viewer: Viewer,
  link: queries.LinkRow,
  at: Date,
): Promise<queries.LinkRow> {
  const otherId = link.user_id as UserId
  const { own, others } = await lockAndCountFriends(db, viewer.id, otherId)
  if (own >= FRIENDS_MAX) refuseTooMany(atMostText(FRIENDS_MAX, 'friends'))
  if (others >= FRIENDS_MAX) refuseTooMany(`They have ${FRIENDS_MAX} friends already`)
  const accepted = await queries.updateStatus(db, link.id, 'accepted', at)
  await removeNotification(db, link)
  await notify(db, { to: otherId, type: FRIEND_ACCEPTED.type, actor: viewer.id, at })
  await events.publish(db, friendshipAdded, { members: [otherId, viewer.id], at })
  await announceRelationship(db, viewer.id, otherId)
  return accepted
}

/** Removes the notification of a request that is no longer open. */
const removeNotification = (db: Db, link: queries.LinkRow): Promise<void> =>
  withdraw(db, { to: link.friend_id as UserId, type: FRIEND_REQUEST.type, actor: link.user_id as UserId })

async function lockAndCountFriends(db: Db, memberId: string, otherId: string) {
  await queries.lockFriendCounts(db, [memberId, otherId])
  return queries.countFriendsAndRequests(db, memberId, otherId)
}
