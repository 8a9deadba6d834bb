import * as z from 'zod/mini'
import type { Job } from '#server/jobs.ts'
import { ForumPostId } from '#shared/ids.ts'
import { FORUM_JOBS } from '../forum.texts.ts'
import type { ForumDeps } from './forum.service.ts'
import { notifySubscribers } from './writing/forum-subscribers.service.ts'
import { NOTIFY_SUBSCRIBERS } from './writing/post-writing.service.ts'

const NewPost = z.object({ postId: ForumPostId })

export const forumJobs = (deps: ForumDeps): Job[] => [
  {
    name: NOTIFY_SUBSCRIBERS,
    about: FORUM_JOBS.notify,
    retry: { limit: 5, delaySeconds: 30 },
    run: (data) => notifySubscribers(deps, z.parse(NewPost, data).postId),
  },
]
