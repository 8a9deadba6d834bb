import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Sessions, Viewer } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { DISPLAY_NAME_MAX, displayNameProblem } from '../../accounts.rules.ts'
import { ACCOUNT_REFUSALS, FIELD_TEXTS } from '../../accounts.texts.ts'
import { insertMissingProfile } from '../accounts.queries.ts'
import {
  claimLinkCheck,
  findProfileRecord,
  findUserName,
  type LinkedProfile,
  type ProfileRecord,
  showWaitingTexts,
  storeVerifiedLinks,
  updateProfile,
} from './profile-record.queries.ts'

export type { LinkedProfile, ProfileRecord } from './profile-record.queries.ts'

/** The texts that a member writes about themselves, which may wait for a moderator. */
export const ABOUT_TEXTS = ['bio', 'location', 'website', 'pronouns', 'pinned_line', 'more_links'] as const
export type WaitingTexts = Partial<Record<(typeof ABOUT_TEXTS)[number], string>>

export interface ProfileDeps {
  db: Db
  clock: Clock
  sessions: Pick<Sessions, 'evictMember'>
}

/** The changes to a profile. Missing fields stay as they are. `settings` replaces all settings. */
export interface ProfileChanges {
  username?: string
  username_changed_at?: Date
  display_name?: string
  avatar_url?: string | null
  bio?: string | null
  location?: string | null
  website?: string | null
  pronouns?: string | null
  pinned_line?: string | null
  more_links?: string | null
  /** Null when somebody must look whether the linked pages are the member's. */
  links_checked_at?: null
  settings?: object
  /** What wait for a moderator, by their columns (`ABOUT_TEXTS`). */
  waiting_texts?: WaitingTexts | null
}

export async function requireProfileRecord(db: Db, id: UserId): Promise<ProfileRecord> {
  return (await findProfileRecord(db, id)) ?? refuse('not_found', 'PGRST116', 'Profile not found')
}

/** Creates the profile of a user who has none. Returns whether it is new (R-SESS-12). */
export async function ensureProfile(db: Db, userId: string): Promise<boolean> {
  const name = ((await findUserName(db, userId)) ?? '').trim().slice(0, DISPLAY_NAME_MAX)
  return insertMissingProfile(db, userId, displayNameProblem(name) === null ? name : null)
}

/**
 * create_user_profile_safe: creates the member's own profile if it is missing. Refuses 42501 for the id of another
 * member.
 */
export async function createOwnProfile(db: Db, viewer: Viewer, userId: UserId): Promise<ProfileRecord> {
  if (viewer.id !== userId) refuse('forbidden', '42501', ACCOUNT_REFUSALS.notOwnProfile)
  await ensureProfile(db, userId)
  return requireProfileRecord(db, userId)
}

/**
 * Changes a profile in one transaction. `decide` gets the locked row and may make further writes that belong to the
 * change. Refuses username_taken, also when two members claim a name simultaneously. Invalidates the member's cached
 * sessions at once.
 */
export async function changeProfile(
  deps: ProfileDeps,
  id: UserId,
  decide: (profile: ProfileRecord, db: Db) => Promise<ProfileChanges> | ProfileChanges,
): Promise<ProfileRecord> {
  const changed = await inTransaction(deps, async ({ db }) => {
    const before = (await findProfileRecord(db, id, { lock: true })) ?? (await requireProfileRecord(db, id))
    const { settings, waiting_texts: waiting, ...changes } = await decide(before, db)
    if (settings === undefined && waiting === undefined && Object.keys(changes).length === 0) return before
    const all = {
      ...changes,
      ...(settings && { settings: JSON.stringify(settings) }),
      ...(waiting !== undefined && { waiting_texts: waiting && JSON.stringify(waiting) }),
      updated_at: deps.clock(),
    }
    await updateProfile(db, id, all).catch(refuseTaken)
    await announce(db, [tag.member(id)])
    return requireProfileRecord(db, id)
  })
  // Other nodes invalidate theirs when they receive the tag, a moment later.
  deps.sessions.evictMember(id)
  return changed
}

/** Shows a member's waiting texts to everybody. Returns false if none wait. */
export async function publishWaitingTexts(db: Db, id: UserId, at: Date): Promise<boolean> {
  const isShown = await showWaitingTexts(db, id, at)
  if (isShown) await announce(db, [tag.member(id)])
  return isShown
}

/**
 * Notes that somebody begins to look at the pages to which a profile links, and returns null; returns when the last look began if
 * that was less than `pauseMs` ago.
 */
export const startLinkCheck = (db: Db, id: UserId, at: Date, pauseMs: number): Promise<Date | null> =>
  claimLinkCheck(db, id, at, new Date(at.getTime() - pauseMs))

/** Marks these addresses of a profile as the member's own, and no others. If its links have changed meanwhile, they count as unchecked. */
export async function markVerifiedLinks(
  db: Db,
  profile: LinkedProfile,
  verified: readonly string[],
  at: Date,
): Promise<void> {
  if (await storeVerifiedLinks(db, profile, verified, at)) await announce(db, [tag.member(profile.id)])
}

function refuseTaken(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== '23505' || constraint !== 'profiles_username') throw error
  return refuse('conflict', 'username_taken', FIELD_TEXTS.usernameTaken, {
    details: { username: FIELD_TEXTS.usernameTaken },
  })
}
