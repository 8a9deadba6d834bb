import * as z from 'zod/mini'
import { lengthOf, readText } from '#shared/text.ts'
import { ANSWER_MAX, APPEAL_MAX, APPEAL_MIN } from './appeals.rules.ts'
import { APPEAL_FIELDS } from './appeals.texts.ts'

const between = (least: number, most: number, { short, long }: { short: string; long: string }) =>
  z.pipe(z.string(short), z.transform(readText)).check(
    z.refine((text) => lengthOf(text) >= least, short),
    z.refine((text) => lengthOf(text) <= most, long),
  )

export const AppealForm = z.object({ text: between(APPEAL_MIN, APPEAL_MAX, APPEAL_FIELDS) })
export type AppealForm = z.infer<typeof AppealForm>

const Answer = between(3, ANSWER_MAX, { short: APPEAL_FIELDS.answerShort, long: APPEAL_FIELDS.answerLong })

export const AppealAnswer = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('accept') }),
  z.object({ decision: z.literal('decline'), answer: Answer }),
])
export type AppealAnswer = z.infer<typeof AppealAnswer>
