import { defineEvent } from '#server/events.ts'
import type { Viewer } from '#server/session.ts'
import type { UserId } from '#shared/ids.ts'
import type { MemberSettings } from '../profile-edit.rules.ts'

/**
 * A member has changed who may see the profile or sections of it. Published in the transaction of the change, before it
 * is written; `settings` are those after it.
 */
export const profileVisibilityChanged = defineEvent<{ userId: UserId; settings: MemberSettings }>(
  'profile visibility changed',
)

export interface AboutWritten {
  author: Viewer
  /** The new texts, and those that wait already, as plain text; empty if nothing waits any longer. */
  text: string
  /** A subscriber sets it if others may not read the texts yet. */
  isHeld: boolean
}

/** A member writes texts about themselves. Published in the transaction of the change, before it is written. */
export const aboutWritten = defineEvent<AboutWritten>('texts about oneself written')
