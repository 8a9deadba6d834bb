import type { Endpoint } from '#shared/endpoint.ts'
import {
  type SubjectKind,
  type SubjectRef,
  type SubjectType,
  subjectField,
  subjectParam,
  subjectPaths,
} from '#shared/subject.ts'

const kinds = new Map<string, SubjectKind>()

/** The app provides the kinds of subjects that features own, before it renders anything (`app/subjects.ts`). */
export function provideSubjectKinds(provided: readonly SubjectKind[]): void {
  for (const kind of provided) kinds.set(kind.type, kind)
}

/** For a name that came with an answer: undefined where the app has provided no such kind. */
export const findSubjectKind = (type: string | undefined): SubjectKind | undefined =>
  type === undefined ? undefined : kinds.get(type)

/** Throws where the app has provided no such kind. */
export function requireSubjectKind(type: SubjectType): SubjectKind {
  const kind = kinds.get(type)
  if (!kind) throw new Error(`app/subjects.ts does not list the subject type '${type}'`)
  return kind
}

/** Where the calls about a subject go: the addresses of its kind, and the parameters that name this one. */
export const subjectAddress = ({ subjectType, subjectId }: SubjectRef) => ({
  paths: subjectPaths(requireSubjectKind(subjectType)),
  params: { [subjectParam(subjectType)]: subjectId },
})

/** An endpoint as the browser needs it: a method and an address. Its type says what goes in and comes out. */
export const endpointAt = <E extends Endpoint>(method: E['method'], path: E['path']): E => ({ method, path }) as E

/** The subject that an answer names, such as a comment. */
export const subjectOfAnswer = (subjectType: SubjectType, answer: object): SubjectRef => ({
  subjectType,
  subjectId: (answer as Record<string, string>)[subjectField(subjectType)] as string,
})
