import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { contract, NoContent } from '#shared/contract.ts'
import { GameId, UserId } from '#shared/ids.ts'
import * as endpoints from './mutes.endpoints.ts'
import { FEED_KINDS, MUTE_SPANS, readMutedWord } from './mutes.rules.ts'
import { MUTE_REFUSALS } from './mutes.texts.ts'

export const MUTES_PAGE_SIZE = 50

const FeedKindName = z.enum(FEED_KINDS)
const word = z.pipe(
  z.string(MUTE_REFUSALS.word).check(z.refine((typed) => readMutedWord(typed) !== null, MUTE_REFUSALS.word)),
  z.transform((typed) => readMutedWord(typed) ?? ''),
)
/** A span from now, or the time of the end: an undo of an unmute gives the end that the mute had. */
const until = z.union([z.enum(MUTE_SPANS), z.iso.datetime()], MUTE_REFUSALS.span)

/** A muted thing, with what one reads of it. The key of what is not of its kind is null. */
export const Mute = z.object({
  id: z.uuid(),
  kind: z.enum(['member', 'game', 'genre', 'theme', 'word', 'feed']),
  /** The muted member, or the member of a muted kind of activity. */
  member: z.nullable(PublicProfile),
  game: z.nullable(GameCard),
  /** The genre or theme. */
  tag: z.nullable(z.object({ id: z.number(), name: z.string() })),
  word: z.nullable(z.string()),
  feed_kind: z.nullable(FeedKindName),
  /** ISO 8601, UTC; null if it has no end. */
  ends_at: z.nullable(z.string()),
  created_at: z.string(),
})
export type Mute = z.infer<typeof Mute>

export const listMutes = contract(endpoints.listMutes, {
  access: 'member',
  summary: 'List what the viewer has muted, newest first',
  query: z.object({ cursor: z.optional(z.string()) }),
  response: z.object({ data: z.array(Mute), nextCursor: z.nullable(z.string()) }),
})

export const createMute = contract(endpoints.createMute, {
  access: 'member',
  summary:
    'Mute a member, a game, a genre or theme, a word, or a kind of activity of one member or of all, until a time or for good; what is muted already gets the new end',
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('member'), member_id: UserId, until }),
    z.object({ kind: z.literal('game'), game_id: GameId, until }),
    z.object({ kind: z.enum(['genre', 'theme']), id: z.number().check(z.int(), z.minimum(1)), until }),
    z.object({ kind: z.literal('word'), word, until }),
    z.object({
      kind: z.literal('feed'),
      feed_kind: FeedKindName,
      member_id: z._default(z.nullable(UserId), null),
      until,
    }),
  ]),
  response: Mute,
  status: 201,
  mayExist: true,
  refusals: {
    400: ['self', 'end_past'],
    404: ['member_not_found', 'game_not_found', 'tag_not_found'],
    409: ['mutes_full'],
  },
})

export const deleteMute = contract(endpoints.deleteMute, {
  access: 'member',
  summary: 'End one of your own mutes',
  params: z.object({ muteId: z.uuid() }),
  response: NoContent,
  status: 204,
})

/** Whether the viewer has muted this member, and which kinds of the member's activities. */
const MemberMutes = z.object({ mute: z.nullable(Mute), kinds: z.array(FeedKindName) })
const OneMember = z.object({ userId: UserId })

export const getMemberMutes = contract(endpoints.getMemberMutes, {
  access: 'member',
  summary: 'Get what the viewer has muted of one member',
  params: OneMember,
  response: MemberMutes,
})

export const putMemberKinds = contract(endpoints.putMemberKinds, {
  access: 'member',
  summary: 'Set which kinds of one member’s activities your feed leaves out, for good',
  params: OneMember,
  body: z.object({ kinds: z.array(FeedKindName).check(z.maxLength(FEED_KINDS.length)) }),
  response: MemberMutes,
  refusals: { 400: ['self'], 404: ['member_not_found'], 409: ['mutes_full'] },
})
