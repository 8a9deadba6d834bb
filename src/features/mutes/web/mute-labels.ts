import { shortTerm } from '#features/catalogue/names.rules.ts'
import { memberName } from '#shared/member-name.ts'
import { MUTE_TEXTS } from '../mute-dialog.texts.ts'
import type { Mute } from '../mutes.contract.ts'
import type { MuteTarget } from '../mutes.rules.ts'

/** Returns what is muted, in words. */
export function labelOf({ kind, member, game, tag, word, feed_kind }: Mute): string {
  const name = member ? memberName(member) : MUTE_TEXTS.gone
  if (kind === 'member') return name
  if (kind === 'game') return game?.name ?? MUTE_TEXTS.goneGame
  if (kind === 'word') return MUTE_TEXTS.wordOf(word ?? '')
  if (tag) return MUTE_TEXTS.tagOf(shortTerm(tag.name))
  const feedKind = feed_kind ?? 'other'
  return member ? MUTE_TEXTS.kindBy(feedKind, name) : MUTE_TEXTS.kindByAll(feedKind)
}

/** Returns what a mute names, to mute it again; null if a member or game is no longer there. */
export function targetOfMute({ kind, member, game, tag, word, feed_kind }: Mute): MuteTarget | null {
  if (kind === 'member') return member && { kind, member_id: member.id }
  if (kind === 'game') return game && { kind, game_id: game.id }
  if (kind === 'word') return word === null ? null : { kind, word }
  if (kind === 'feed') return feed_kind && { kind, feed_kind, member_id: member?.id ?? null }
  return tag && { kind, id: tag.id }
}
