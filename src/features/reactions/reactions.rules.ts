/**
 * The five documented reactions, in the order in which they are offered and counted (R-ACT-24). `key` is another name
 * for one (C16).
 */
export const REACTIONS = [
  { emoji: '👍', key: 'thumbs_up', label: 'Thumbs up' },
  { emoji: '❤️', key: 'heart', label: 'Heart' },
  { emoji: '🎮', key: 'controller', label: 'Gaming controller' },
  { emoji: '🏆', key: 'trophy', label: 'Trophy' },
  { emoji: '🎯', key: 'bullseye', label: 'Bullseye' },
] as const

export type Emoji = (typeof REACTIONS)[number]['emoji']
export const EMOJIS = REACTIONS.map(({ emoji }) => emoji) as [Emoji, ...Emoji[]]

/** The number of members who reacted to a subject with one emoji, and whether the viewer is one of them. */
export interface EmojiCount {
  emoji: Emoji
  count: number
  mine: boolean
}

/** Emoji and text presentation of a character are the same reaction. */
const VARIATION = /[\ufe0e\ufe0f]/g
const bare = (text: string) => text.replace(VARIATION, '')

/** Returns the documented spelling of an emoji or of its name (C16); null for any other text. */
export function readEmoji(text: string): Emoji | null {
  const wanted = bare(text)
  return REACTIONS.find(({ emoji, key }) => key === text || bare(emoji) === wanted)?.emoji ?? null
}

export const labelOf = (emoji: Emoji): string => REACTIONS.find((one) => one.emoji === emoji)?.label ?? emoji

/** Returns the viewer's emoji; null for none. */
export const ownEmoji = (counts: readonly EmojiCount[]): Emoji | null => counts.find(({ mine }) => mine)?.emoji ?? null

/** Returns the counts in the documented order, without zeros. */
export function orderedCounts(counts: readonly EmojiCount[]): EmojiCount[] {
  return EMOJIS.flatMap((emoji) => counts.find((one) => one.emoji === emoji && one.count > 0) ?? [])
}

/**
 * Returns the counts after the viewer chose `emoji`: the same emoji removes the reaction, another one replaces it
 * (R-ACT-27).
 */
export function toggleReaction(counts: readonly EmojiCount[], emoji: Emoji): EmojiCount[] {
  const before = ownEmoji(counts)
  const after = before === emoji ? null : emoji
  const all = counts.some((one) => one.emoji === emoji) ? counts : [...counts, { emoji, count: 0, mine: false }]
  return orderedCounts(
    all.map((one) => ({
      emoji: one.emoji,
      count: one.count - (one.emoji === before ? 1 : 0) + (one.emoji === after ? 1 : 0),
      mine: one.emoji === after,
    })),
  )
}

/** Adds up the counts of several subjects that the interface shows as one item. */
export function sumCounts(parts: readonly (readonly EmojiCount[])[]): EmojiCount[] {
  const all = parts.flat()
  return orderedCounts(
    EMOJIS.map((emoji) => {
      const same = all.filter((one) => one.emoji === emoji)
      return { emoji, count: same.reduce((sum, { count }) => sum + count, 0), mine: same.some(({ mine }) => mine) }
    }),
  )
}
