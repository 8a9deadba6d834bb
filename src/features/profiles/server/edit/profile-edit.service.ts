import type { Db } from '#db/db.ts'
import { type ReservedNamesDeps, refuseReserved } from '#features/accounts/server/names/reserved-names.service.ts'
import {
  ABOUT_TEXTS,
  changeProfile,
  type ProfileChanges,
  type ProfileDeps,
  type ProfileRecord,
  type WaitingTexts,
} from '#features/accounts/server/profile/profile-record.service.ts'
import { announce } from '#server/changes.ts'
import type { Events } from '#server/events.ts'
import type { Queue } from '#server/jobs.ts'
import type { Viewer } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import { shortDate } from '#shared/dates.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { ProfileDraft } from '../../profile-edit.contract.ts'
import { type MemberSettings, readSettings, USERNAME_DAYS, usernameFreeAt } from '../../profile-edit.rules.ts'
import { EDIT_TEXTS } from '../../profile-edit.texts.ts'
import { CHECK_LINKS_JOB } from '../links/profile-links.service.ts'
import { aboutWritten, profileVisibilityChanged } from '../profiles.events.ts'

export interface ProfileEditDeps extends ProfileDeps, ReservedNamesDeps {
  events: Events
  queue: Queue
}

/** What decides whether a linked page is the member's: it names the profile by the username. */
const LINKED = ['website', 'more_links', 'username'] as const

/**
 * Changes the viewer's own profile (R-PROF-02, G44); even an admin cannot change another one. Refuses 42501 for the id
 * of another member, a reserved username, username_taken, and username_too_soon within 30 days of the last change.
 */
export async function editProfile(
  deps: ProfileEditDeps,
  viewer: Viewer,
  id: UserId | 'me',
  draft: ProfileDraft,
): Promise<ProfileRecord> {
  if (id !== 'me' && id !== viewer.id) refuse('forbidden', '42501', EDIT_TEXTS.notOwn)
  return changeProfile(deps, viewer.id, async (before, db) => {
    const settings = draft.settings && mergedSettings(before.settings, draft.settings)
    // Public lists may now show more or less of this member.
    if (draft.settings?.visibility || draft.settings?.sections) {
      await announce(db, [tag.peopleLists])
      await deps.events.publish(db, profileVisibilityChanged, { userId: viewer.id, settings: readSettings(settings) })
    }
    const fields = changedFields(deps, before, draft, deps.clock())
    const texts = await textsAfter(deps, db, viewer, { before, draft })
    const changes = { ...fields, ...texts, ...(settings && { settings }) }
    if (!LINKED.some((field) => changes[field] !== undefined)) return changes
    await deps.queue.send(db, CHECK_LINKS_JOB, { userId: viewer.id })
    return { ...changes, links_checked_at: null }
  })
}

function changedFields(deps: ReservedNamesDeps, before: ProfileRecord, draft: ProfileDraft, now: Date): ProfileChanges {
  const changes: ProfileChanges = {}
  if (draft.username !== undefined && draft.username !== before.username) {
    refuseReserved(deps, draft.username)
    refuseTooSoon(before, now)
    changes.username = draft.username
    // Choosing the first username is no change.
    if (before.username !== null) changes.username_changed_at = now
  }
  if (draft.display_name !== undefined) changes.display_name = draft.display_name
  return changes
}

/**
 * Returns the changes of the texts about oneself. New words may have to wait for a moderator, together with those that wait already:
 * others then read what was there before. To remove a text never waits.
 */
async function textsAfter(
  { events }: Pick<ProfileEditDeps, 'events'>,
  db: Db,
  author: Viewer,
  { before, draft }: { before: ProfileRecord; draft: ProfileDraft },
): Promise<ProfileChanges> {
  const wereWaiting = before.waiting_texts as WaitingTexts | null
  const changes: ProfileChanges = {}
  const waiting: WaitingTexts = { ...wereWaiting }
  for (const field of ABOUT_TEXTS) {
    const text = draft[field]
    if (text === undefined) continue
    delete waiting[field]
    if (text && text !== before[field]) waiting[field] = text
    else changes[field] = text || null
  }
  const words = Object.values(waiting)
  if (words.length === 0 && wereWaiting === null) return changes
  const written = { author, text: words.join('\n'), isHeld: false }
  await events.publish(db, aboutWritten, written)
  if (written.isHeld) return { ...changes, waiting_texts: waiting }
  return { ...changes, ...waiting, ...(wereWaiting && { waiting_texts: null }) }
}

function refuseTooSoon(before: ProfileRecord, now: Date): void {
  const free = usernameFreeAt(before.username_changed_at, now)
  if (free === null) return
  const sentence = EDIT_TEXTS.usernameFixed(USERNAME_DAYS, shortDate(free))
  refuse('invalid', 'username_too_soon', sentence, { details: { username: sentence } })
}

/**
 * Merges the draft into the stored settings. Settings that the draft does not name stay, including those of other
 * features.
 */
function mergedSettings(stored: unknown, { sections, ...changes }: NonNullable<ProfileDraft['settings']>): object {
  const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const before = typeof stored === 'object' && stored !== null ? stored : {}
  if (!sections) return { ...before, ...named }
  const merged: Record<string, unknown> = { ...readSettings(stored).sections }
  for (const [section, visible] of Object.entries(sections)) {
    if (visible === null) delete merged[section]
    else if (visible !== undefined) merged[section] = visible
  }
  return { ...before, ...named, sections: merged as MemberSettings['sections'] }
}
