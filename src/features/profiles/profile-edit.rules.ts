/** Limits, texts and decisions of the own profile (G22, G43, G44), for server and browser. Pure functions. */

import { DAY_MS } from '#shared/durations.ts'
import { EDIT_TEXTS } from './profile-edit.texts.ts'
import { isTimeZone } from './profiles.rules.ts'

/** In characters as a person counts them (graphemes). */
export const BIO_MAX = 500
const LOCATION_MAX = 100
const WEBSITE_MAX = 200
const PRONOUNS_MAX = 40
const PINNED_LINE_MAX = 120
/** Addresses beside the website. */
const MORE_LINKS_MAX = 4
/** A username may be changed again after this many days (G44). Choosing the first one does not count as a change. */
export const USERNAME_DAYS = 30

/** Size limit of an avatar file (G43). */
export const AVATAR_BYTES = 5 * 1024 * 1024
/** Width and height in pixels. */
export const AVATAR_SIDE = 512
export const AVATAR_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Who may see the profile, or a section of it (G22). */
export const VISIBILITIES = ['public', 'friends', 'private'] as const
export type Visibility = (typeof VISIBILITIES)[number]
/** The sections that a member may restrict further than the profile. */
const SECTIONS = ['library', 'activity', 'friends', 'badges'] as const
export type Section = (typeof SECTIONS)[number]
export const MESSAGE_SENDERS = ['everyone', 'friends', 'nobody'] as const
export type MessageSenders = (typeof MESSAGE_SENDERS)[number]

/** The texts that are folded for a member: only marked ones, or also those that were written further into the game. */
export const SPOILER_SETTINGS = ['marked', 'further'] as const

/** A member's settings as stored in `profiles.settings`, with defaults for missing values (G22, G49). */
export interface MemberSettings {
  onboarded: boolean
  visibility: Visibility
  /** A section without its own setting is as visible as the profile. */
  sections: Partial<Record<Section, Visibility>>
  /** Others see when the member is online, and which game they play. */
  presence: boolean
  /** When off, the member's actions create no activities (G25). Earlier activities stay. */
  shareActivity: boolean
  messagesFrom: MessageSenders
  spoilers: (typeof SPOILER_SETTINGS)[number]
  /** The time zone in which the member's days and years begin; null means UTC (G58). */
  timezone: string | null
}

const oneOf = <T extends string>(values: readonly T[], given: unknown): T | undefined =>
  values.find((value) => value === given)

/** Parses any value of the column as settings. Missing settings count as onboarded (C35), public and with presence. */
export function readSettings(stored: unknown): MemberSettings {
  const all = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
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
    spoilers: oneOf(SPOILER_SETTINGS, all.spoilers) ?? 'marked',
    timezone: typeof all.timezone === 'string' && isTimeZone(all.timezone) ? all.timezone : null,
  }
}

/** Returns whether everybody who may see the section `than` may also see `section` (G22). */
export function isNoStricter(
  { visibility, sections }: Pick<MemberSettings, 'visibility' | 'sections'>,
  section: Section,
  than: Section,
): boolean {
  const level = (one: Section) =>
    Math.max(VISIBILITIES.indexOf(visibility), VISIBILITIES.indexOf(sections[one] ?? 'public'))
  return level(section) <= level(than)
}

/** Returns when a username may be changed again, or null when it may be changed now. */
export function usernameFreeAt(changedAt: Date | null, now: Date): Date | null {
  if (changedAt === null) return null
  const free = new Date(changedAt.getTime() + USERNAME_DAYS * DAY_MS)
  return free > now ? free : null
}

const tooLong = (text: string, most: number) => [...text].length > most

/** Returns why a bio cannot be stored, or null. Counts characters of the trimmed text. */
export function bioProblem(text: string): string | null {
  return tooLong(text.trim(), BIO_MAX) ? EDIT_TEXTS.bioTooLong : null
}

/** Returns why a location cannot be stored, or null. */
export function locationProblem(text: string): string | null {
  if (tooLong(text.trim(), LOCATION_MAX)) return EDIT_TEXTS.locationTooLong
  return DISTURBING.test(text.trim()) ? EDIT_TEXTS.locationCharacters : null
}

/** Line breaks and direction overrides would disturb the text around a short text. */
const DISTURBING = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

/** Returns why pronouns cannot be stored, or null. */
export function pronounsProblem(text: string): string | null {
  if (tooLong(text.trim(), PRONOUNS_MAX)) return EDIT_TEXTS.pronounsTooLong
  return DISTURBING.test(text.trim()) ? EDIT_TEXTS.oneLineOnly : null
}

/** Returns why the pinned line cannot be stored, or null. */
export function pinnedLineProblem(text: string): string | null {
  if (tooLong(text.trim(), PINNED_LINE_MAX)) return EDIT_TEXTS.pinnedLineTooLong
  return DISTURBING.test(text.trim()) ? EDIT_TEXTS.oneLineOnly : null
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i
/** "example.com:8080" looks like a scheme with a dot in its name. */
const HOST_WITH_PORT = /^[a-z\d-]+(?:\.[a-z\d-]+)+:\d+(?:[/?#]|$)/i

/** Returns the website as it is stored: "example.com" and "example.com:8080" get https. */
export function asWebsite(text: string): string {
  const trimmed = text.trim()
  const hasScheme = SCHEME.test(trimmed) && !HOST_WITH_PORT.test(trimmed)
  return trimmed === '' || hasScheme ? trimmed : `https://${trimmed}`
}

/**
 * Returns the error text, or null when the website is valid or empty. Only http(s) is allowed: other schemes could run
 * code or lead nowhere (G44).
 */
export function websiteProblem(text: string): string | null {
  const address = asWebsite(text)
  if (address === '') return null
  if (address.length > WEBSITE_MAX) return EDIT_TEXTS.websiteTooLong
  const url = URL.canParse(address) && !/\s/.test(address) ? new URL(address) : null
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.hostname.includes('.')
  return isWeb ? null : EDIT_TEXTS.websiteInvalid
}

/** Returns the addresses of a text with one on each line, as they are stored: each once, without empty lines. */
export const linksOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r\n|\r|\n/)
      .map(asWebsite)
      .filter((line) => line !== ''),
  ),
]

/** Returns why addresses beside the website cannot be stored, or null. */
export function moreLinksProblem(text: string): string | null {
  const links = linksOf(text)
  if (links.length > MORE_LINKS_MAX) return EDIT_TEXTS.tooManyLinks
  const wrong = links.find((link) => websiteProblem(link) !== null)
  return wrong === undefined ? null : EDIT_TEXTS.linkInvalid(wrong)
}

/** Returns the error text, or null when the file may be uploaded (G43). The server also checks its bytes. */
export function avatarProblem(file: { type: string; size: number }): string | null {
  if (!AVATAR_TYPES.includes(file.type)) return EDIT_TEXTS.noImage
  return file.size > AVATAR_BYTES ? EDIT_TEXTS.imageTooLarge : null
}
