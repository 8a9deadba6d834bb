import * as z from 'zod/mini'
import { PROVIDER_PICTURE_JOB, ProviderPictureRequest } from '#features/accounts/server/accounts.events.ts'
import type { Job } from '#server/jobs.ts'
import { PROFILE_JOBS } from '../profiles.texts.ts'
import { type AvatarDeps, importProviderPicture } from './edit/avatars.service.ts'

export const profilesJobs = (deps: AvatarDeps): Job[] => [
  {
    name: PROVIDER_PICTURE_JOB,
    about: PROFILE_JOBS.fetchPicture,
    retry: { limit: 4, delaySeconds: 60 },
    run: (data) => importProviderPicture(deps, z.parse(ProviderPictureRequest, data).userId),
  },
]
