import type { RelationKind } from '#features/catalogue/game-facts.rules.ts'
import { gamesText, numberText } from '#shared/counted.ts'

/** The labels of shelves: of the game that this one belongs to, of one such part of this game, and of several. */
const LABELS: Record<Exclude<RelationKind, 'similar'>, readonly [of: string, one: string, many: string]> = {
  dlc: ['DLC of', 'DLC', 'DLC'],
  expansion: ['Expansion of', 'Expansion', 'Expansions'],
  standalone: ['Standalone expansion of', 'Standalone expansion', 'Standalone expansions'],
  episode: ['Episode of', 'Episode', 'Episodes'],
  season: ['Season of', 'Season', 'Seasons'],
  pack: ['Add-on of', 'Add-on', 'Add-ons'],
  update: ['Update of', 'Update', 'Updates'],
  edition: ['Edition of', 'Edition', 'Editions'],
  remake: ['Remake of', 'Remake', 'Remakes'],
  remaster: ['Remaster of', 'Remaster', 'Remasters'],
  expanded: ['Expanded edition of', 'Expanded edition', 'Expanded editions'],
  port: ['Port of', 'Port', 'Ports'],
  fork: ['Fork of', 'Fork', 'Forks'],
  mod: ['Mod of', 'Mod', 'Mods'],
  bundle: ['Contains', 'In a bundle', 'In bundles'],
  part: ['Part of', 'Part', 'Parts'],
}

export function shelfLabel(kind: RelationKind, role: 'part' | 'whole', total: number): string {
  const [of, one, many] = LABELS[kind === 'similar' ? 'part' : kind]
  return role === 'whole' ? of : total === 1 ? one : many
}

export const SHELVES = { series: 'In this series', franchise: 'In this franchise' } as const

/** '3 of 7 played'; the number of games for those who have played none. */
export const playedOfText = (played: number, total: number): string =>
  played === 0 ? gamesText(total) : `${numberText(played)} of ${numberText(total)} played`

export const shelfNameText = (name: string, text: string): string => `${name} · ${text}`
