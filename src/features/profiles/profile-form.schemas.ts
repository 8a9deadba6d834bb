import * as z from 'zod/mini'
import { isReservedUsername } from '#features/accounts/accounts.rules.ts'
import { FIELD_TEXTS } from '#features/accounts/accounts.texts.ts'
import { DisplayName, Username } from '#features/accounts/credentials.schemas.ts'
import {
  asWebsite,
  bioProblem,
  linksOf,
  locationProblem,
  moreLinksProblem,
  pinnedLineProblem,
  pronounsProblem,
  websiteProblem,
} from './profile-edit.rules.ts'

const follows = (problem: (text: string) => string | null) =>
  z.check<string>((payload) => {
    const message = problem(payload.value)
    if (message !== null) payload.issues.push({ code: 'custom', message, input: payload.value })
  })

const OwnUsername = Username.check(z.refine((username) => !isReservedUsername(username), FIELD_TEXTS.usernameReserved))
const Bio = z.string().check(z.trim(), follows(bioProblem))
const Location = z.string().check(z.trim(), follows(locationProblem))
const Website = z.string().check(z.trim(), z.overwrite(asWebsite), follows(websiteProblem))

const Pronouns = z.string().check(z.trim(), follows(pronounsProblem))
const PinnedLine = z.string().check(z.trim(), follows(pinnedLineProblem))
const MoreLinks = z.string().check(
  follows(moreLinksProblem),
  z.overwrite((text) => linksOf(text).join('\n')),
)

/** The text fields of the own profile (G44). An empty text clears all but the names. */
export const ProfileForm = z.object({
  display_name: DisplayName,
  username: OwnUsername,
  bio: Bio,
  location: Location,
  website: Website,
  pronouns: Pronouns,
  pinned_line: PinnedLine,
  /** Addresses beside the website, one on each line. */
  more_links: MoreLinks,
})
export type ProfileForm = z.infer<typeof ProfileForm>

/** The first step of the welcome pages (G03). */
export const WelcomeForm = z.pick(ProfileForm, { display_name: true, username: true, bio: true })
export type WelcomeForm = z.infer<typeof WelcomeForm>

/** The names that every profile needs (G05). */
export const NamesForm = z.pick(ProfileForm, { display_name: true, username: true })
export type NamesForm = z.infer<typeof NamesForm>
