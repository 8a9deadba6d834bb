/** What members react to and comment on. */
export const SUBJECT_TYPES = ['activity'] as const
export type SubjectType = (typeof SUBJECT_TYPES)[number]

export interface SubjectRef {
  subjectType: SubjectType
  subjectId: string
}

/** Announced when what is said to a subject changes, and shown by every page that has the subject: 'activity:<id>'. */
export const subjectTag = ({ subjectType, subjectId }: SubjectRef): string => `${subjectType}:${subjectId}`
