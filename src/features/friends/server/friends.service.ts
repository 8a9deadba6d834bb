import type { Db } from '#db/db.ts'
import { fromCursor, toCursor } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import {
  announceRelationship,
  announceRequest,
  lockPair,
  lockPairOrRefuse,
} from '#features/blocks/server/blocks.service.ts'
import { requireVisibleFollows } from '#features/follows/server/follows.service.ts'
import { notify, withdraw } from '#features/notifications/server/notifications.service.ts'
import { countRelationships as countAround } from '#features/profiles/server/profiles.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Events } from '#server/events.ts'
import type { Viewer } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { FRIENDS_PAGE_SIZE, REQUESTS_PAGE_SIZE } from '../friends.contract.ts'
import { MOST_FRIENDS, MOST_PENDING_SENT, outcomeOfRequest } from '../friends.rules.ts'
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
 * Asks somebody to be friends, or accepts, where they have asked already: of two who ask each other at once the second
 * accepts (G23). Refuses 400 oneself, 404 nobody, 403 where one has blocked the other, 409 when there is nothing to ask
 * or the limits are reached. Whoever was declined is told for a week that the request is sent (C15).
 */
export function requestFriend(deps: FriendsDeps, viewer: Viewer, otherId: UserId): Promise<queries.LinkRow> {
  return inTransaction(deps, async ({ db, clock }) => {
    await lockPairOrRefuse(db, viewer, otherId, {
      self: "You can't add yourself",
      blocked: "You can't add this member",
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
        const counts = await countTies(db, viewer.id, otherId)
        if (counts.own >= MOST_FRIENDS) refuseTooMany(`You can have at most ${MOST_FRIENDS} friends`)
        if (counts.sent >= MOST_PENDING_SENT)
          refuse('conflict', 'pending_limit', `At most ${MOST_PENDING_SENT} friend requests can be open at a time`)
        await notify(db, { to: otherId, type: 'friend_request', actor: viewer.id, at: now })
        await announceRequest(db, viewer.id, otherId)
        return queries.insertRequest(db, { from: viewer.id, to: otherId, at: now })
      }
    }
  })
}

/**
 * Whoever was asked accepts or declines (C15); the same answer again changes nothing. Refuses 404 where no request is
 * open, also because it was just taken back, 403 for who was not asked, 400 for declining whom one has accepted.
 */
export function answerRequest(
  deps: FriendsDeps,
  viewer: Viewer,
  id: string,
  status: 'accepted' | 'declined',
): Promise<queries.LinkRow> {
  return inTransaction(deps, async ({ db, clock }) => {
    const link = await requireOwnLink(db, viewer, id)
    if (!mayAnswer(viewer, link)) refuse('forbidden', '42501', 'Only who was asked can answer a friend request')
    if (link.status === status) return link
    if (link.status === 'accepted') refuse('invalid', 'invalid_status', 'Invalid status')
    if (link.status === 'declined') return refuseMissing()
    if (status === 'accepted') return accept(deps, db, viewer, link, clock())
    await forgetRequest(db, link)
    // Whoever asked does not learn of it (C15).
    await announce(db, [tag.people(viewer.id)])
    return queries.updateStatus(db, link.id, 'declined', clock())
  })
}

/** From either side. What was declined is nothing that could be removed: it would shorten the week. */
export async function endFriendship(deps: FriendsDeps, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    const link = await requireOwnLink(db, viewer, id)
    if (link.status === 'declined') return refuseMissing()
    await queries.deleteLink(db, link.id)
    if (link.status === 'pending') {
      await forgetRequest(db, link)
      return announceRequest(db, link.user_id, link.friend_id)
    }
    await withdraw(db, { to: link.user_id as UserId, type: 'friend_accepted', actor: link.friend_id as UserId })
    await announceRelationship(db, link.user_id, link.friend_id)
  })
}

/** Refuses with 403 who asks about others that do not show it to everybody (G22). */
export async function areFriends({ db }: FriendsDeps, viewer: Viewer | null, a: UserId, b: UserId): Promise<boolean> {
  await requireVisibleFollows(db, viewer, [a, b])
  return (await queries.findLinkBetween(db, a, b))?.status === 'accepted'
}

/** Somebody on the other end of a link, with what they play if they do. */
export interface OtherParty {
  link: queries.OtherPartyRow
  person: PersonRow
  isHere: boolean
  game: queries.PlayedRow | null
}

/** Links with their other parties; of friends also whether they are here and what they play. */
export async function listFriends(
  { db, clock }: FriendsDeps,
  viewer: Viewer,
  wanted: { status: 'pending' | 'accepted' | undefined; cursor: string | undefined },
) {
  const statuses = wanted.status ? [wanted.status] : ['pending', 'accepted']
  const before = wanted.cursor ? fromCursor(wanted.cursor) : null
  const [links, around] = await Promise.all([
    queries.listLinks(db, viewer.id, { statuses, before, most: FRIENDS_PAGE_SIZE + 1 }),
    countAround(db, viewer.id),
  ])
  const page = links.slice(0, FRIENDS_PAGE_SIZE)
  return {
    friends: await loadOthers(db, viewer, page, clock()),
    total: around.friends,
    nextCursor: cursorAfter(page, links.length > page.length),
  }
}

export async function listRequests({ db, clock }: FriendsDeps, viewer: Viewer, cursor: string | undefined) {
  const before = cursor ? fromCursor(cursor) : null
  const pending = { statuses: ['pending'] }
  const [received, sent] = await Promise.all([
    queries.listLinks(db, viewer.id, { ...pending, sides: ['recipient'], before, most: REQUESTS_PAGE_SIZE + 1 }),
    queries.listLinks(db, viewer.id, { ...pending, sides: ['sender'], before: null, most: MOST_PENDING_SENT }),
  ])
  const page = received.slice(0, REQUESTS_PAGE_SIZE)
  const others = await loadOthers(db, viewer, [...page, ...sent], clock())
  return {
    received: others.filter(({ link }) => link.sender_id !== viewer.id),
    sent: others.filter(({ link }) => link.sender_id === viewer.id),
    nextCursor: cursorAfter(page, received.length > page.length),
  }
}

function cursorAfter(page: readonly queries.OtherPartyRow[], hasMore: boolean): string | null {
  const last = page.at(-1)
  return hasMore && last ? toCursor({ at: last.updated_at, id: last.link_id }) : null
}

/** Who is disabled is dropped. Only a friend learns who is here. */
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
    new Date(now.getTime() - PLAYING_HOURS * 3_600_000),
  )
  const personOf = new Map(people.map((person) => [person.id, person]))
  const gameOf = new Map(games.map((game) => [game.user_id, game]))
  return links.flatMap((link) => {
    const person = personOf.get(link.other_id)
    return person ? [{ link, person, isHere: here.includes(person), game: gameOf.get(person.id) ?? null }] : []
  })
}

/** Found without waiting, then read again when it is the pair's turn: meanwhile it may have changed or gone. */
async function requireOwnLink(db: Db, viewer: Viewer, id: string): Promise<queries.LinkRow> {
  const found = (await queries.findLink(db, id)) ?? (await queries.findLinkBetween(db, viewer.id, id))
  if (!found) return refuseMissing()
  if (!isParty(viewer, found)) refuse('forbidden', '42501', 'This is not your friend request')
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
  const { own, others } = await countTies(db, viewer.id, otherId)
  if (own >= MOST_FRIENDS) refuseTooMany(`You can have at most ${MOST_FRIENDS} friends`)
  if (others >= MOST_FRIENDS) refuseTooMany(`They have ${MOST_FRIENDS} friends already`)
  const accepted = await queries.updateStatus(db, link.id, 'accepted', at)
  await forgetRequest(db, link)
  await notify(db, { to: otherId, type: 'friend_accepted', actor: viewer.id, at })
  await events.publish(db, friendshipAdded, { members: [otherId, viewer.id], at })
  await announceRelationship(db, viewer.id, otherId)
  return accepted
}

/** A request that is no longer open is nothing to be told of. */
const forgetRequest = (db: Db, link: queries.LinkRow): Promise<void> =>
  withdraw(db, { to: link.friend_id as UserId, type: 'friend_request', actor: link.user_id as UserId })

async function countTies(db: Db, memberId: string, otherId: string) {
  await queries.lockFriendCounts(db, [memberId, otherId])
  return queries.countFriendsAndRequests(db, memberId, otherId)
}
