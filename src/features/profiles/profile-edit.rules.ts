/** Limits, sentences and decisions of the own profile (G22, G43, G44), for both sides. Pure. */

import { isTimeZone } from './profiles.rules.ts'

/** In characters as people count them. */
export const BIO_MAX = 500
const LOCATION_MAX = 100
const WEBSITE_MAX = 200
/** A username may be changed again after so many days (G44). The first one is chosen, not changed. */
export const USERNAME_DAYS = 30

/** G43. */
export const AVATAR_BYTES = 5 * 1024 * 1024
/** Pixels a side. */
export const AVATAR_SIDE = 512
export const AVATAR_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

export const EDIT_TEXTS = {
  bioTooLong: 'Bio must be 500 characters or less',
  locationTooLong: 'Location must be 100 characters or less',
  locationCharacters: 'Location contains characters that cannot be shown',
  websiteTooLong: 'Website must be 200 characters or less',
  websiteInvalid: 'Please enter a web address, such as https://example.com',
  /** The documented ones (G43). */
  noImage: 'Please choose an image file',
  imageTooLarge: 'Image must be 5 MB or smaller',
  timeZoneUnknown: 'Please choose a time zone',
  imageTooManyPixels: 'This image has too many pixels. Please choose a smaller one',
} as const

/** Who may see the profile, or a section of it (G22). */
export const VISIBILITIES = ['public', 'friends', 'private'] as const
export type Visibility = (typeof VISIBILITIES)[number]
/** What can be shown to fewer people than the rest. */
const SECTIONS = ['library', 'activity', 'friends'] as const
export type Section = (typeof SECTIONS)[number]
export const MESSAGE_SENDERS = ['everyone', 'friends', 'nobody'] as const
export type MessageSenders = (typeof MESSAGE_SENDERS)[number]

/** What a member has settled, as it is kept in `profiles.settings`, with what holds where nothing was (G22, G49). */
export interface MemberSettings {
  onboarded: boolean
  visibility: Visibility
  /** A section without a word of its own is as visible as the profile. */
  sections: Partial<Record<Section, Visibility>>
  /** Others see when the member is online, and what is being played. */
  presence: boolean
  /** Off, what the member does is recorded nowhere as an activity (G25); what was recorded before stays. */
  shareActivity: boolean
  messagesFrom: MessageSenders
  /** Where days and years begin for the member; null counts as UTC (G58). */
  timezone: string | null
}

const oneOf = <T extends string>(values: readonly T[], given: unknown): T | undefined =>
  values.find((value) => value === given)

/** Whatever the column holds, read as settings: missing settings count as onboarded (C35), public and present. */
export function readSettings(kept: unknown): MemberSettings {
  const all = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>
  const sections = (typeof all.sections === 'object' && all.sections !== null ? all.sections : {}) as object
  return {
    onboarded: all.onboarded !== false,
    visibility: oneOf(VISIBILITIES, all.visibility) ?? 'public',
    sections: Object.fromEntries(
      SECTIONS.flatMap((section) => {
        const own = oneOf(VISIBILITIES, (sections as Record<string, unknown>)[section])
        return own ? [[section, own]] : []
      }),
    ),
    presence: all.presence !== false,
    shareActivity: all.shareActivity !== false,
    messagesFrom: oneOf(MESSAGE_SENDERS, all.messagesFrom) ?? 'everyone',
    timezone: typeof all.timezone === 'string' && isTimeZone(all.timezone) ? all.timezone : null,
  }
}

/** When a username may be changed again; null is now. */
export function usernameFreeAt(changedAt: Date | null, now: Date): Date | null {
  if (changedAt === null) return null
  const free = new Date(changedAt.getTime() + USERNAME_DAYS * 24 * 3600_000)
  return free > now ? free : null
}

const tooLong = (text: string, most: number) => [...text].length > most

export function bioProblem(text: string): string | null {
  return tooLong(text.trim(), BIO_MAX) ? EDIT_TEXTS.bioTooLong : null
}

export function locationProblem(text: string): string | null {
  if (tooLong(text.trim(), LOCATION_MAX)) return EDIT_TEXTS.locationTooLong
  // Line breaks and direction overrides would turn what stands around it.
  return /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(text.trim()) ? EDIT_TEXTS.locationCharacters : null
}

/** The address as it is kept: "example.com" is meant as https. */
export function asWebsite(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' || /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`
}

/** http(s) only: everything else could run something, or leads nowhere (G44). Empty is none. */
export function websiteProblem(text: string): string | null {
  const address = asWebsite(text)
  if (address === '') return null
  if (address.length > WEBSITE_MAX) return EDIT_TEXTS.websiteTooLong
  const url = URL.canParse(address) && !/\s/.test(address) ? new URL(address) : null
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.hostname.includes('.')
  return isWeb ? null : EDIT_TEXTS.websiteInvalid
}

/** Null when the file may be sent, else what is wrong with it (G43). The server looks at its bytes. */
export function avatarProblem(file: { type: string; size: number }): string | null {
  if (!AVATAR_TYPES.includes(file.type)) return EDIT_TEXTS.noImage
  return file.size > AVATAR_BYTES ? EDIT_TEXTS.imageTooLarge : null
}
