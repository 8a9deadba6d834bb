import * as z from 'zod/mini'
import { SERVER_TEXTS } from '#features/accounts/accounts.texts.ts'
import { contract, Upload } from '#shared/contract.ts'
import { UserId } from '#shared/ids.ts'
import { ROLES } from '#shared/roles.ts'
import * as endpoints from './profile-edit.endpoints.ts'
import { AVATAR_BYTES, MESSAGE_SENDERS, SPOILER_SETTINGS, VISIBILITIES } from './profile-edit.rules.ts'
import { EDIT_TEXTS } from './profile-edit.texts.ts'
import { ProfileForm } from './profile-form.schemas.ts'
import { isTimeZone } from './profiles.rules.ts'

const Visible = z.enum(VISIBILITIES)
const Sections = z.object({
  library: z.optional(Visible),
  activity: z.optional(Visible),
  friends: z.optional(Visible),
  badges: z.optional(Visible),
})

/** The profile record as its owner sees it (R-PROF-01). Instants are ISO 8601, UTC. */
export const OwnProfileRecord = z.object({
  id: UserId,
  username: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  email: z.string(),
  location: z.nullable(z.string()),
  website: z.nullable(z.string()),
  pronouns: z.nullable(z.string()),
  /** Stands above the bio. */
  pinned_line: z.nullable(z.string()),
  /** Addresses beside the website, one on each line. */
  more_links: z.nullable(z.string()),
  /** Where the texts about oneself stand if others do not read their latest words. */
  hold: z.nullable(z.object({ state: z.enum(['waiting', 'declined']), note: z.nullable(z.string()) })),
  role: z.enum(ROLES),
  last_seen_at: z.nullable(z.string()),
  is_online: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  /** When the username may be changed again (G44); null when it may be changed now. */
  username_free_at: z.nullable(z.string()),
  settings: z.object({
    onboarded: z.boolean(),
    visibility: Visible,
    sections: Sections,
    presence: z.boolean(),
    shareActivity: z.boolean(),
    messagesFrom: z.enum(MESSAGE_SENDERS),
    spoilers: z.enum(SPOILER_SETTINGS),
    timezone: z.nullable(z.string()),
  }),
})
export type OwnProfileRecord = z.infer<typeof OwnProfileRecord>

const Changed = z.object({ profile: OwnProfileRecord })

export const getOwnProfile = contract(endpoints.getOwnProfile, {
  access: 'member',
  summary: 'Get your own profile with its email address and settings',
  response: Changed,
})

export const editProfile = contract(endpoints.editProfile, {
  access: 'member',
  summary:
    'Update your own profile (`me` or your own id); omitted fields stay unchanged; role, email and id are ignored',
  params: z.object({ handle: z.union([z.literal('me'), UserId], 'Invalid user id') }),
  body: z.object(
    {
      ...z.partial(z.pick(ProfileForm, { display_name: true, username: true })).shape,
      bio: z.optional(z.nullable(ProfileForm.shape.bio)),
      location: z.optional(z.nullable(ProfileForm.shape.location)),
      website: z.optional(z.nullable(ProfileForm.shape.website)),
      pronouns: z.optional(z.nullable(ProfileForm.shape.pronouns)),
      pinned_line: z.optional(z.nullable(ProfileForm.shape.pinned_line)),
      more_links: z.optional(z.nullable(ProfileForm.shape.more_links)),
      settings: z.optional(
        z.object({
          /** The member has completed or skipped the welcome pages. This cannot be undone. */
          onboarded: z.optional(z.literal(true)),
          visibility: z.optional(Visible),
          /** null means: as visible as the profile. */
          sections: z.optional(
            z.object({
              library: z.optional(z.nullable(Visible)),
              activity: z.optional(z.nullable(Visible)),
              friends: z.optional(z.nullable(Visible)),
              badges: z.optional(z.nullable(Visible)),
            }),
          ),
          presence: z.optional(z.boolean()),
          shareActivity: z.optional(z.boolean()),
          messagesFrom: z.optional(z.enum(MESSAGE_SENDERS)),
          spoilers: z.optional(z.enum(SPOILER_SETTINGS)),
          timezone: z.optional(z.string().check(z.refine(isTimeZone, EDIT_TEXTS.timeZoneUnknown))),
        }),
      ),
    },
    SERVER_TEXTS.validation_failed,
  ),
  response: Changed,
  refusals: { 400: ['username_too_soon'], 403: ['42501'], 409: ['username_taken'] },
})
export type ProfileDraft = z.infer<typeof editProfile.body>

const Avatar = z.object({ avatar_url: z.nullable(z.string()) })

export const putAvatar = contract(endpoints.putAvatar, {
  access: 'member',
  summary: 'Upload your profile picture: PNG, JPEG, WebP or GIF, at most 5 MB',
  upload: { mostBytes: AVATAR_BYTES, tooLarge: EDIT_TEXTS.imageTooLarge },
  body: Upload,
  response: Avatar,
  refusals: {
    400: ['no_image'],
    413: ['image_too_large', 'body_too_large'],
    415: ['unsupported_image'],
    503: ['storage_unavailable'],
  },
  budget: 'upload',
})

export const removeAvatar = contract(endpoints.removeAvatar, {
  access: 'member',
  summary: 'Delete your profile picture; the app shows your initial instead',
  response: Avatar,
})
