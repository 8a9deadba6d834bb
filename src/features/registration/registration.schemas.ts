import * as z from 'zod/mini'
import { Email } from '#features/accounts/credentials.schemas.ts'
import { lengthOf, readText } from '#shared/text.ts'
import {
  DAYS_MAX,
  DOMAINS_MAX,
  INVITES_PER_MONTH_MAX,
  NOTE_MAX,
  REGISTRATION_MODES,
  REQUEST_MAX,
  REQUEST_MIN,
  SENTENCE_MAX,
  USES_MAX,
  VISIBILITIES,
} from './registration.rules.ts'
import { REGISTRATION_FIELDS } from './registration-fields.texts.ts'

/** Normalised text of at most `most` code points; null for an empty one. */
const shortText = (most: number, tooLong: string) =>
  z.pipe(
    z
      .pipe(
        z.nullish(z.string()),
        z.transform((text) => readText(text ?? '')),
      )
      .check(z.refine((text) => lengthOf(text) <= most, tooLong)),
    z.transform((text) => text || null),
  )

const wholeTo = (most: number, least: number, message: string) =>
  z.number(message).check(z.int(message), z.minimum(least, message), z.maximum(most, message))

/** The request of a visitor for an account. */
export const AccountRequestForm = z.object({
  email: Email,
  message: z.pipe(z.string(REGISTRATION_FIELDS.messageShort), z.transform(readText)).check(
    z.refine((text) => lengthOf(text) >= REQUEST_MIN, REGISTRATION_FIELDS.messageShort),
    z.refine((text) => lengthOf(text) <= REQUEST_MAX, REGISTRATION_FIELDS.messageLong),
  ),
  /** The honeypot: an input that people do not see. */
  website: z._default(z.string(), ''),
})
export type AccountRequestForm = z.infer<typeof AccountRequestForm>

export const InvitationForm = z.object({
  uses: z._default(wholeTo(USES_MAX, 1, REGISTRATION_FIELDS.uses), 1),
  days: z._default(wholeTo(DAYS_MAX, 1, REGISTRATION_FIELDS.days), 14),
  note: shortText(NOTE_MAX, REGISTRATION_FIELDS.noteLong),
})
export type InvitationForm = z.infer<typeof InvitationForm>

export const AddressBlockForm = z.object({
  /** An address or a network, in the notation of CIDR. */
  network: z
    .string(REGISTRATION_FIELDS.network)
    .check(z.trim(), z.minLength(1, REGISTRATION_FIELDS.network), z.maxLength(60, REGISTRATION_FIELDS.network)),
  /** Visitors may neither sign in nor write; otherwise only sign-ups are refused. */
  is_closed: z.boolean(),
  note: shortText(NOTE_MAX, REGISTRATION_FIELDS.noteLong).check(
    z.refine((note) => note !== null, REGISTRATION_FIELDS.blockNote),
  ),
  /** When the block ends by itself, in ISO 8601; null for good. */
  ends_at: z.nullish(z.iso.datetime({ offset: true, error: REGISTRATION_FIELDS.until })),
})
export type AddressBlockForm = z.infer<typeof AddressBlockForm>

/** A list of mail domains, with or without an @ before each. */
const Domains = z
  .array(
    z.string().check(
      z.trim(),
      z.toLowerCase(),
      z.overwrite((domain) => domain.replace(/^@/, '')),
      z.regex(/^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/, REGISTRATION_FIELDS.domain),
    ),
  )
  .check(z.maxLength(DOMAINS_MAX, REGISTRATION_FIELDS.domainsMany))

export const SiteSettingsForm = z.object({
  registration: z.enum(REGISTRATION_MODES),
  visibility: z.enum(VISIBILITIES),
  provider_sign_up: z.boolean(),
  invites_per_month: wholeTo(INVITES_PER_MONTH_MAX, 0, REGISTRATION_FIELDS.perMonth),
  allowed_domains: Domains,
  refused_domains: Domains,
  sentence: shortText(SENTENCE_MAX, REGISTRATION_FIELDS.sentenceLong),
})
export type SiteSettingsForm = z.infer<typeof SiteSettingsForm>
