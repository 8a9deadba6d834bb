import * as z from 'zod/mini'
import { contract, NoContent } from '#shared/contract.ts'
import { UserId } from '#shared/ids.ts'
import { type SubjectKind, subjectPaths } from '#shared/subject.ts'
import { oneSubject, subjectShape } from '#shared/subject-shapes.ts'
import { capitalized } from '#shared/text.ts'
import { EMOJIS, readEmoji } from './reactions.rules.ts'
import { emojiRequired, signInToReact } from './reactions.texts.ts'

/** The number of members who chose an emoji (G26). */
export const ReactionCount = z.object({ emoji: z.enum(EMOJIS), count: z.number(), mine: z.boolean() })

/** One member's reaction. `reaction_type` has the same value as `emoji` (C16). */
const reactionShape = (kind: SubjectKind) =>
  subjectShape(kind, {
    id: z.string(),
    user_id: UserId,
    emoji: z.enum(EMOJIS),
    reaction_type: z.enum(EMOJIS),
    /** ISO 8601, UTC. */
    created_at: z.string(),
  })
export type Reaction = z.infer<ReturnType<typeof reactionShape>>

/** The body contains `emoji` or `reaction_type`, with the character or its name (C16). */
const choiceShape = (kind: SubjectKind) =>
  z.pipe(
    z.object({ emoji: z.optional(z.unknown()), reaction_type: z.optional(z.unknown()) }),
    z.transform(({ emoji, reaction_type }, context) => {
      const given = emoji ?? reaction_type ?? ''
      const read = typeof given === 'string' ? readEmoji(given.trim()) : null
      const message = given === '' ? emojiRequired(kind) : 'Invalid reaction'
      if (read === null) context.issues.push({ code: 'custom', message, input: given, path: ['emoji'] })
      return { emoji: read ?? EMOJIS[0] }
    }),
  )

/** Returns the endpoints of the reactions to one kind of subject. */
export function reactionEndpoints(kind: SubjectKind) {
  const { reactions: path } = subjectPaths(kind)
  const of = capitalized(kind.type)
  const params = oneSubject(kind)
  const refusals = { 403: ['42501'], 404: [kind.notFoundCode] }
  return {
    react: contract(
      { method: 'POST', path },
      {
        name: `reactTo${of}`,
        access: 'member',
        summary: 'React with an emoji; the same emoji again removes the reaction, another one replaces it',
        params,
        body: choiceShape(kind),
        response: z.object({ reaction: z.nullable(reactionShape(kind)), reactions: z.array(ReactionCount) }),
        refusals,
        signInMessage: signInToReact(kind),
      },
    ),
    removeReaction: contract(
      { method: 'DELETE', path },
      {
        name: `remove${of}Reaction`,
        access: 'member',
        summary: 'Remove the viewer’s reaction; succeeds if there is none',
        params,
        response: NoContent,
        status: 204,
        refusals,
        signInMessage: signInToReact(kind),
      },
    ),
  }
}
export type ReactionEndpoints = ReturnType<typeof reactionEndpoints>
