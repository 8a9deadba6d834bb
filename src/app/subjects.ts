import { ACTIVITY } from '#features/activity/activity.subject.ts'
import { COMMENT } from '#features/comments/comments.subject.ts'
import { MESSAGE } from '#features/messages/messages.subject.ts'
import { PROFILE } from '#features/profiles/profiles.subject.ts'

/** The kinds of subjects that the browser knows: those that the features have registered with the server, which a test compares. */
export const SUBJECT_KINDS = [PROFILE, COMMENT, MESSAGE, ACTIVITY]
