import * as z from 'zod/mini'
import { UUID } from './canonical-ids.ts'
import { MAX_FOLLOWED } from './realtime.ts'
import { type SubjectKind, subjectField, subjectParam } from './subject.ts'
import { capitalized } from './text.ts'

/** The id of a subject of this kind, in lower case. */
const subjectId = ({ name }: SubjectKind) =>
  z.pipe(
    z.string().check(z.regex(UUID, `Invalid ${name} id`)),
    z.transform((text) => text.toLowerCase()),
  )

/** The parameters of an address for one subject: `:activityId`, which the handler receives as `subjectId`. */
export function oneSubject(kind: SubjectKind) {
  const name = subjectParam(kind.type)
  return z.pipe(
    z.object({ [name]: subjectId(kind) }),
    z.transform((params) => ({ subjectId: params[name] as string })),
  )
}

/** A schema with the id of a subject of this kind, in a field such as `activity_id`. */
export function subjectShape<Id extends z.ZodMiniType, Shape extends Record<string, z.ZodMiniType>>(
  kind: SubjectKind,
  { id, ...rest }: { id: Id } & Shape,
) {
  // The field's name is known only at run time; `subjectOfAnswer` reads it.
  return z.object({ id, [subjectField(kind.type)]: z.string(), ...rest }) as unknown as z.ZodMiniObject<
    { id: Id } & Shape
  >
}

/** The ids of several subjects of this kind, separated by commas: at most as many as a page may subscribe to. */
export function subjectIds(kind: SubjectKind) {
  const id = subjectId(kind)
  return z.pipe(
    z.string(`${capitalized(kind.name)} ids are required`).check(
      z.refine((text) => text.split(',').every((part) => z.safeParse(id, part).success), `Invalid ${kind.name} id`),
      z.refine((text) => text.split(',').length <= MAX_FOLLOWED, `At most ${MAX_FOLLOWED} ${kind.plural}`),
    ),
    z.transform((text) => text.split(',').map((part) => part.toLowerCase())),
  )
}
