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

/** For a name that came with an answer. Undefined where no feature has filled in such a kind. */
export const findSubjectKind = (type: string | undefined): SubjectKind | undefined =>
  contributionsTo(subjectKinds).find((kind) => kind.type === type)

/** Throws where no feature has filled in such a kind. */
export function requireSubjectKind(type: SubjectType): SubjectKind {
  const kind = findSubjectKind(type)
  if (!kind) throw new Error(`No feature fills the slot of subject kinds with '${type}'`)
  return kind
}

/** Where the calls about a subject go: the addresses of its kind, and the parameters that name this one. */
export const subjectAddress = ({ subjectType, subjectId }: SubjectRef) => ({
  paths: subjectPaths(requireSubjectKind(subjectType)),
  params: { [subjectParam(subjectType)]: subjectId },
})

/** An endpoint of a kind of subject, whose path is known at run time only. `C` is the type of its contract. */
export const endpointAt = <C extends Contract>(
  method: C['method'],
  path: C['path'],
): Endpoint<{ contract: C }, C['method'], C['path']> => ({ method, path })

/** The subject that an answer names, such as a comment. */
export const subjectOfAnswer = (subjectType: SubjectType, answer: object): SubjectRef => ({
  subjectType,
  subjectId: (answer as Record<string, string>)[subjectField(subjectType)] as string,
})
