import * as z from 'zod/mini'
import { PROVIDER_PICTURE_JOB, ProviderPictureRequest } from '#features/accounts/server/accounts.events.ts'
import type { Job } from '#server/jobs.ts'
import { UserId } from '#shared/ids.ts'
import { PROFILE_JOBS } from '../profiles.texts.ts'
import { type AvatarDeps, importProviderPicture } from './edit/avatars.service.ts'
import { CHECK_LINKS_JOB, checkProfileLinks, type ProfileLinksDeps } from './links/profile-links.service.ts'

const LinksRequest = z.object({ userId: UserId })

export const profilesJobs = (deps: AvatarDeps & ProfileLinksDeps): Job[] => [
  {
    name: PROVIDER_PICTURE_JOB,
    about: PROFILE_JOBS.fetchPicture,
    retry: { limit: 4, delaySeconds: 60 },
    run: (data) => importProviderPicture(deps, z.parse(ProviderPictureRequest, data).userId),
  },
  {
    name: CHECK_LINKS_JOB,
    about: PROFILE_JOBS.checkLinks,
    schedule: '40 4 * * *',
    run: (data) => checkProfileLinks(deps, z.safeParse(LinksRequest, data).data?.userId ?? null),
  },
]
