import type { SubjectKind } from '#shared/subject.ts'
import { capitalized } from '#shared/text.ts'

/** Returns 'Please sign in to react to activities'. */
export const signInToReact = ({ plural }: SubjectKind) => `Please sign in to react to ${plural}`
/** Returns 'Activity ID and emoji are required'. */
export const emojiRequired = ({ name }: SubjectKind) => `${capitalized(name)} ID and emoji are required`
/**
 * The message that the interface shows (R-ACT-31); the other two are the messages of the failed calls (R-ACT-33,
 * R-ACT-34).
 */
export const UPDATE_FAILED = 'Failed to update reaction'
export const ADD_FAILED = 'Failed to add reaction'
export const REMOVE_FAILED = 'Failed to remove reaction'
