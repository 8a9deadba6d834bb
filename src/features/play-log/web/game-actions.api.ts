import type { QueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#features/accounts/session.contract.ts'
import { requestSignIn, sessionQuery } from '#features/accounts/web/accounts.api.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { Entry } from '#features/library/library.contract.ts'
import {
  type ActivityType,
  activityOfChoice,
  hoursText,
  QUICK_HOURS,
  ratingOf,
  STATUS_LABELS,
  type Status,
  statusAfterPlaying,
} from '#features/library/library.rules.ts'
import { LIBRARY_FAILURES, SIGN_IN } from '#features/library/library.texts.ts'
import { currentEntry, currentMark } from '#features/library/web/library.api.ts'
import { addGame, change, LibraryError, remove, setStatus } from '#features/library/web/library-changes.api.ts'
import { localDay } from '#shared/dates.ts'
import type { GameId, PlaySessionId, PlaythroughId } from '#shared/ids.ts'
import { ratingText } from '#web/ui/rating.tsx'
import { toast } from '#web/ui/toasts.ts'
import { GAME_ACTION_TEXTS } from '../game-actions.texts.ts'
import type { Playthrough } from '../play-sessions.contract.ts'
import type { ProgressDraft } from '../progress.schemas.ts'
import { failureText, isSignedOut, isUnexpected, refusalOf } from './action-failures.ts'
import { deletePlaythrough, savePlaythrough } from './play-sessions/play-log-changes.ts'
import { log } from './progress.api.ts'
import { type PostedActivity, shareWithFriends } from './share-with-friends.ts'

export { SIGN_IN }

/**
 * One action on a game: it is written at once, shared with friends, and confirmed with one toast (C18) that can undo
 * it.
 */

export interface Acting {
  client: QueryClient
  viewer: SessionUser | null
  gameId: GameId
  /** The toast of each action begins with it. */
  gameName: string
  /** Opens the log dialog; `completed` prefills 100 % and the known hours (C07). */
  openLog: (preset?: 'completed') => void
}

/** Returns the title of a toast: 'Hades: completed'. */
const statusTitle = ({ gameName }: Acting, status: Status) => `${gameName}: ${STATUS_LABELS[status].toLowerCase()}`

/**
 * Shows a visitor the reason in the sign-in dialog, which also links to the sign-in page and back (R-LIB-11, R-LIB-12,
 * decision 0027). After the sign-in, `then` runs the original action.
 */
export function askToSignIn(acting: Acting, why: keyof typeof SIGN_IN, then: (acting: Acting) => unknown): void {
  const { client } = acting
  requestSignIn({
    description: SIGN_IN[why],
    onSuccess: () => void then({ ...acting, viewer: client.getQueryData(sessionQuery().queryKey)?.user ?? null }),
  })
}

/** Sets a status (R-LIB-06..10). Only the dialog of completed saves that status; cancelling it changes nothing. */
export async function chooseStatus(acting: Acting, status: Status): Promise<void> {
  const { client, viewer, gameId } = acting
  const again = (member: Acting) => chooseStatus(member, status)
  if (!viewer) return askToSignIn(acting, status === 'want_to_play' ? 'add' : 'status', again)
  await guarded(acting, 'status', again, async () => {
    const previous = (await currentMark(client, gameId))?.status ?? null
    if (previous === status) return toast({ title: GAME_ACTION_TEXTS.sameStatus(STATUS_LABELS[status]), status })
    if (status === 'completed') return acting.openLog('completed')
    if (previous === null) return add(acting, { status })
    await setStatus(client, gameId, status)
    const posted = await shareWithFriends(acting, activityOfChoice({ status, previous }))
    toast({
      title: posted.failed ? `Status updated, but ${posted.failed}` : statusTitle(acting, status),
      status,
      undo: () => undo(acting, posted, () => setStatus(client, gameId, previous, { correct: true })),
    })
  })
}

/**
 * Rates with half stars; null clears the rating. A rating implies that the game was played. A game that is not in the
 * library is added as completed at an unknown time, which is not shared.
 */
export async function rate(acting: Acting, stars: number | null): Promise<void> {
  const { client, viewer, gameId } = acting
  const again = (member: Acting) => rate(member, stars)
  if (!viewer) return askToSignIn(acting, 'add', again)
  await guarded(acting, 'add', again, async () => {
    const mark = await currentMark(client, gameId)
    const user_rating = ratingOf(stars)
    if (!mark)
      return user_rating === null ? undefined : add(acting, { status: 'completed', user_rating }, { isNews: false })
    await change(client, gameId, { user_rating }, LIBRARY_FAILURES.rating)
    toast({
      title: `${acting.gameName}: ${stars === null ? 'rating removed' : `rated ${ratingText(stars)} of 5`}`,
      undo: () =>
        undo(acting, null, () =>
          change(client, gameId, { user_rating: mark.user_rating }, LIBRARY_FAILURES.rating, { correct: true }),
        ),
    })
  })
}

/** Sets the heart. A game that is not in the library is added as want_to_play. */
export async function like(acting: Acting, is_liked: boolean): Promise<void> {
  const { client, viewer, gameId } = acting
  const again = (member: Acting) => like(member, is_liked)
  if (!viewer) return askToSignIn(acting, 'add', again)
  await guarded(acting, 'add', again, async () => {
    const mark = await currentMark(client, gameId)
    if (!mark) return is_liked ? add(acting, { status: 'want_to_play', is_liked }) : undefined
    await change(client, gameId, { is_liked }, LIBRARY_FAILURES.like)
    toast({
      title: `${acting.gameName}: ${is_liked ? 'liked' : 'like removed'}`,
      undo: () => undo(acting, null, () => change(client, gameId, { is_liked: !is_liked }, LIBRARY_FAILURES.like)),
    })
  })
}

/**
 * Logs '+ 30 min': the hours grow, and a wanted or dropped game becomes playing. Only that change of status is shared.
 */
export async function addHalfHour(acting: Acting): Promise<void> {
  const { client, viewer, gameId } = acting
  if (!viewer) return askToSignIn(acting, 'add', addHalfHour)
  await guarded(acting, 'add', addHalfHour, async () => {
    const before = await currentEntry(client, gameId)
    const status = statusAfterPlaying(before?.status ?? null)
    const hasStarted = before?.status !== status
    const play_time = (before?.play_time ?? 0) + QUICK_HOURS
    // A session of today adds to the hours, so that concurrent additions of another tab remain (decision 0035).
    const played = { minutes: QUICK_HOURS * 60, played_on: localDay(new Date()) }
    const { entry, session } = await log(client, gameId, { play_time, played, ...(hasStarted && { status }) })
    const posted = await shareWithFriends(acting, hasStarted ? 'started_playing' : null)
    toast({
      title: updatedText(posted) ?? `${acting.gameName}: 30 minutes added`,
      description: `${hoursText(entry.play_time)} in all`,
      status,
      undo: () => undo(acting, posted, () => takeBack(acting, { before, entry, session })),
    })
  })
}

/** Deletes the session and restores what it had changed; later changes remain. */
async function takeBack(
  { client, gameId }: Acting,
  { before, entry, session }: { before: Entry | null; entry: Entry; session: { id: PlaySessionId } | null },
): Promise<void> {
  if (!before) return remove(client, gameId, entry)
  const { play_time, status } = before
  await log(client, gameId, { play_time, status, correct: true, ...(session && { take_back: session.id }) })
}

/** Removes the game, after the member has confirmed it (G31). */
export async function removeGame(acting: Acting): Promise<void> {
  await guarded(acting, 'status', removeGame, async () => {
    await remove(acting.client, acting.gameId)
    toast({ title: `${acting.gameName}: removed from library` })
  })
}

export interface Log {
  before: Entry | null
  /** The playthrough before the draft changes it. */
  playthrough: Playthrough | null
  /** The changed fields; all fields for a new entry. */
  draft: ProgressDraft
  isProgress: boolean
  /** The activity to share with friends; null for none. */
  type: ActivityType | null
}

/**
 * Saves the log dialog: one save, one activity, one toast (C07). Returns false when it failed and the dialog must stay
 * open.
 */
export async function saveLog(acting: Acting, { before, playthrough, draft, isProgress, type }: Log): Promise<boolean> {
  const { client, gameId } = acting
  try {
    if (!isProgress && before) {
      const { user_rating, is_liked, notes } = draft
      const changes = defined({ user_rating, is_liked, notes })
      await change(client, gameId, changes, LIBRARY_FAILURES.progress)
      toast({
        title: `${acting.gameName}: log saved`,
        undo: () =>
          undo(acting, null, () =>
            change(client, gameId, asBefore(changes, before), LIBRARY_FAILURES.progress, { correct: true }),
          ),
      })
      return true
    }
    const { entry, playthrough: written } = await log(client, gameId, draft)
    const posted = await shareWithFriends(acting, type, entry.completion_percentage)
    toast({
      title:
        updatedText(posted) ??
        (draft.status ? statusTitle(acting, entry.status) : `${acting.gameName}: progress updated`),
      status: entry.status,
      undo: () => undo(acting, posted, () => takeBackLog(acting, { before, entry, playthrough, draft, written })),
    })
    return true
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error
    // The typed values are still in the dialog behind, so the member saves again with one press.
    if (isSignedOut(error)) askToSignIn(acting, 'status', () => {})
    else if (isUnexpected(error))
      toast({ title: LIBRARY_FAILURES.log, description: LIBRARY_FAILURES.unexpected, tone: 'danger' })
    else toast({ title: LIBRARY_FAILURES.log, description: refusalOf(error) ?? error.message, tone: 'danger' })
    return false
  }
}

/** Returns the previous values of the fields in `changes`. */
const asBefore = <T extends object>(changes: T, before: Entry) =>
  Object.fromEntries(Object.keys(changes).map((field) => [field, before[field as keyof Entry]])) as T

/** Undoes the changes of a log and nothing else: later changes remain. */
async function takeBackLog(
  { client, gameId }: Acting,
  taken: Pick<Log, 'before' | 'playthrough' | 'draft'> & {
    entry: Entry
    written: { id: PlaythroughId; created: boolean } | null
  },
): Promise<void> {
  const { before, entry, playthrough, written } = taken
  if (!before) return remove(client, gameId, entry)
  const { playthrough: _, ...changes } = taken.draft
  const { last_played_at } = before
  await log(client, gameId, { ...asBefore(changes, before), last_played_at, correct: true })
  if (written?.created) await deletePlaythrough(client, gameId, written.id)
  else if (written && playthrough) {
    const { platform, started_on, finished_on, finish_level, is_replay, is_paused, drop_reason, bookmark } = playthrough
    const days = { started_on, finished_on, finish_level }
    await savePlaythrough(client, gameId, written.id, {
      ...days,
      platform,
      is_replay,
      is_paused,
      drop_reason,
      bookmark,
    })
  }
}

const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

async function add(
  acting: Acting,
  draft: { status: Status; user_rating?: number | null; is_liked?: boolean },
  { isNews = true }: { isNews?: boolean } = {},
): Promise<void> {
  const { client, gameId } = acting
  const { entry, isDuplicate } = await addGame(client, gameId, draft)
  if (isDuplicate) {
    const description = statusTitle(acting, entry.status)
    toast({ title: GAME_ACTION_TEXTS.addedAlready, description, status: entry.status })
    return
  }
  const posted = await shareWithFriends(
    acting,
    isNews ? activityOfChoice({ status: draft.status, previous: null }) : null,
  )
  const description = posted.failed ? posted.wait : statusTitle(acting, draft.status)
  toast({
    title: posted.failed ? GAME_ACTION_TEXTS.notShared : 'Game added to library',
    ...(description && { description }),
    status: draft.status,
    undo: () => undo(acting, posted, () => remove(client, gameId, entry)),
  })
}

/** The title after a save whose activity could not be shared; null if it was. */
const updatedText = ({ failed }: PostedActivity) => (failed === null ? null : `Progress updated, but ${failed}`)

export async function undo(acting: Acting, posted: PostedActivity | null, back: () => Promise<void>): Promise<void> {
  const work = async () => {
    await back()
    await posted?.retract?.()
  }
  await guarded(acting, 'status', work, work)
}

/**
 * Runs `work` and shows a failure as a toast; the caches have been rolled back by then. When the session has ended, it
 * asks the member to sign in and then runs `again`.
 */
export async function guarded(
  acting: Acting,
  kind: keyof typeof SIGN_IN,
  again: (member: Acting) => unknown,
  work: () => Promise<unknown> | unknown,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isSignedOut(error)) askToSignIn(acting, kind, again)
    else if (isUnexpected(error)) toast({ title: LIBRARY_FAILURES.unexpected, tone: 'danger' })
    else toast({ title: failureText(error), tone: 'danger' })
  }
}

/** The facts of a game that the library needs: its card, and the number of achievements when the page has it. */
export type ActionGame = GameCard & { achievements?: { total: number } }
