/** What members react to and comment on. */
export const SUBJECT_TYPES = ['activity'] as const
export type SubjectType = (typeof SUBJECT_TYPES)[number]

export interface SubjectRef {
  subjectType: SubjectType
  subjectId: string
}
