import type { Comment } from '#features/comments/comments.contract.ts'
import type { JournalEntry } from '#features/journal/journal.contract.ts'
import type { LibraryRow } from '#features/library/library.contract.ts'
import type { Message } from '#features/messages/messages.contract.ts'
import type { Review } from '#features/reviews/reviews.contract.ts'
import { localDay } from '#shared/dates.ts'
import { waitingId } from '#shared/outbox.ts'
import type { KeptMember, Waiting } from './kept.ts'

// What a member has written without a network, as the server would answer it.

/** Returns the text of what waits; null for what has none. */
export function textOf({ body }: Pick<Waiting, 'body'>): string | null {
  const text = body.content ?? body.review_text
  return typeof text === 'string' && text !== '' ? text : null
}

export function entryOfJournal({ key, at, body }: Waiting, row: LibraryRow | undefined): JournalEntry {
  const said = body as Partial<JournalEntry>
  return {
    id: waitingId(key) as JournalEntry['id'],
    type: said.type ?? 'daily',
    date: said.date ?? localDay(new Date(at)),
    title: said.title || null,
    content: textOf({ body }) ?? '',
    review_html: null,
    progress: said.progress ?? null,
    hoursPlayed: said.hoursPlayed ?? null,
    rating: said.rating ?? null,
    game: row?.game ?? null,
    is_public: said.is_public ?? true,
    createdAt: at,
    updatedAt: at,
    review_id: null,
    list_id: null,
    platform: said.platform ?? null,
    playthrough_id: said.playthrough_id ?? null,
    spoils_to: said.spoils_to ?? null,
    likes_count: 0,
  }
}

/** Returns an entry of the journal after a change. `known` is null where the device has no copy of it. */
export function changedEntry(
  known: JournalEntry | null,
  { id, row, ...waiting }: Waiting & { id: string; row: LibraryRow | undefined },
): KeptEntry {
  const { updated_at: _, game, ...said } = waiting.body as Partial<JournalEntry> & { updated_at?: string }
  const content: unknown = said.content ?? ''
  const before = known ?? { ...entryOfJournal(waiting, row), id: id as JournalEntry['id'] }
  const isSameGame = game && known?.game?.id === game.id
  const ofGame = isSameGame ? known.game : (row?.game ?? null)
  return {
    ...before,
    ...said,
    content: typeof content === 'string' ? content : JSON.stringify(content),
    // Of a review the device has no formatted text, so the typed one is shown.
    review_html: null,
    title: said.title || null,
    game: game === undefined ? before.game : ofGame,
    updatedAt: waiting.at,
    waits: true,
  }
}

/** An entry of the device's journal; `waits` is true where a change has not been sent. */
export type KeptEntry = JournalEntry & { waits?: boolean }

export const nameOfEntry = ({ title, game }: JournalEntry): string | null => title ?? game?.name ?? null

export const messageOf = ({ key, at, memberId, body }: Waiting): Message => ({
  id: waitingId(key) as Message['id'],
  sender_id: memberId,
  content: textOf({ body }),
  created_at: at,
  read_at: null,
  isHidden: false,
  hold: null,
  key: typeof body.key === 'string' ? body.key : null,
  viewerCan: { delete: false, report: false },
})

/** The subject is that of the form, and the form knows the comment at the top to which a reply belongs. */
export function commentOf({ key, at, body }: Waiting, { user }: KeptMember): Omit<Comment, `${string}_id`> {
  const { id, username, display_name, avatar_url } = user
  const comment: Comment = {
    id: waitingId(key) as Comment['id'],
    parent_id: (body.reply_to as Comment['parent_id'] | undefined) ?? null,
    user_id: id,
    user: { id, username, display_name, avatar_url },
    username: username ?? '',
    answered: null,
    content: textOf({ body }) ?? '',
    fold: null,
    spoils_to: (body.spoils_to as number | undefined) ?? null,
    created_at: at,
    gone: null,
    isHidden: false,
    hold: null,
    viewerCan: { delete: false },
    replies: [],
    replies_count: 0,
  }
  return comment
}

/** What the form of a review reads of the answer. */
export const reviewOf = ({ key, gameId }: Waiting): Pick<Review, 'id' | 'hold'> & { game_id: Waiting['gameId'] } => ({
  id: waitingId(key) as Review['id'],
  hold: null,
  game_id: gameId,
})
