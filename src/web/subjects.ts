import type { Contract } from '#shared/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import {
  type SubjectKind,
  type SubjectRef,
  type SubjectType,
  subjectField,
  subjectParam,
  subjectPaths,
} from '#shared/subject.ts'
import { contributionsTo } from './slots.tsx'
import { subjectKinds } from './web.slots.ts'

/** For a type name from a response. Returns undefined if no feature has filled in such a kind. */
export const findSubjectKind = (type: string | undefined): SubjectKind | undefined =>
  contributionsTo(subjectKinds).find((kind) => kind.type === type)

/** Throws if no feature has filled in such a kind. */
export function requireSubjectKind(type: SubjectType): SubjectKind {
  const kind = findSubjectKind(type)
  if (!kind) throw new Error(`No feature fills the slot of subject kinds with '${type}'`)
  return kind
}

/** Returns the addresses of a subject's kind, with the parameters that name this subject. */
export const subjectAddress = ({ subjectType, subjectId }: SubjectRef) => ({
  paths: subjectPaths(requireSubjectKind(subjectType)),
  params: { [subjectParam(subjectType)]: subjectId },
})

/** Returns an endpoint of a kind of subject, whose path is known only at run time. `C` is the type of its contract. */
export const endpointAt = <C extends Contract>(
  method: C['method'],
  path: C['path'],
): Endpoint<{ contract: C }, C['method'], C['path']> => ({ method, path })

/** Returns the subject that a response names, for example the subject of a comment. */
export const subjectOfAnswer = (subjectType: SubjectType, answer: object): SubjectRef => ({
  subjectType,
  subjectId: (answer as Record<string, string>)[subjectField(subjectType)] as string,
})
