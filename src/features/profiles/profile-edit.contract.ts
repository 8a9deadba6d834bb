import * as z from 'zod/mini'
import { SERVER_TEXTS } from '#features/accounts/accounts.rules.ts'
import { endpoint, Upload } from '#shared/endpoint.ts'
import { UserId } from '#shared/ids.ts'
import { AVATAR_BYTES, EDIT_TEXTS, MESSAGE_SENDERS, VISIBILITIES } from './profile-edit.rules.ts'
import { ProfileForm } from './profile-form.contract.ts'
import { isTimeZone } from './profiles.rules.ts'

const Visible = z.enum(VISIBILITIES)
const Sections = z.object({
  library: z.optional(Visible),
  activity: z.optional(Visible),
  friends: z.optional(Visible),
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
  role: z.enum(['user', 'admin']),
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
    timezone: z.nullable(z.string()),
  }),
})
export type OwnProfileRecord = z.infer<typeof OwnProfileRecord>

const Changed = z.object({ profile: OwnProfileRecord })

export const getOwnProfile = endpoint({
  access: 'member',
  method: 'GET',
  path: '/api/profiles/me',
  summary: 'The own profile, with e-mail and settings',
  response: Changed,
})

export const editProfile = endpoint({
  access: 'member',
  method: 'PATCH',
  path: '/api/profiles/:userId',
  summary: 'Changes the own profile (`me`, or the own id); what is not named stays, role, email and id are ignored',
  params: z.object({ userId: z.union([z.literal('me'), UserId], 'Invalid user id') }),
  body: z.object(
    {
      ...z.partial(z.pick(ProfileForm, { display_name: true, username: true })).shape,
      bio: z.optional(z.nullable(ProfileForm.shape.bio)),
      location: z.optional(z.nullable(ProfileForm.shape.location)),
      website: z.optional(z.nullable(ProfileForm.shape.website)),
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
            }),
          ),
          presence: z.optional(z.boolean()),
          shareActivity: z.optional(z.boolean()),
          messagesFrom: z.optional(z.enum(MESSAGE_SENDERS)),
          timezone: z.optional(z.string().check(z.refine(isTimeZone, EDIT_TEXTS.timeZoneUnknown))),
        }),
      ),
    },
    SERVER_TEXTS.validation_failed,
  ),
  response: Changed,
  refusals: ['42501', 'username_taken', 'username_too_soon'],
})
export type ProfileDraft = z.infer<typeof editProfile.body>

const Avatar = z.object({ avatar_url: z.nullable(z.string()) })

export const putAvatar = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/profiles/me/avatar',
  summary: 'Sets the own picture: PNG, JPEG, WebP or GIF of at most 5 MB',
  upload: { mostBytes: AVATAR_BYTES, tooLarge: EDIT_TEXTS.imageTooLarge },
  body: Upload,
  response: Avatar,
  refusals: ['no_image', 'unsupported_image', 'image_too_large', 'body_too_large'],
  budget: 'upload',
})

export const removeAvatar = endpoint({
  access: 'member',
  method: 'DELETE',
  path: '/api/profiles/me/avatar',
  summary: 'Removes the own picture; the initial takes its place',
  response: Avatar,
})
