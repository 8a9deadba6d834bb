import { movedText } from '#features/game-merges/game-merges.texts.ts'
import { gamesText, plural } from '#shared/counted.ts'
import type { PlannedMove } from './entry-moves.contract.ts'

/** The words of the dialog that moves entries to the games that they are about. */
export const MOVE_TEXTS = {
  title: (name: string) => `Which game is it, if not ${name}?`,
  titleMany: (count: number) => `To which game do ${gamesText(count)} move?`,
  label: 'Search all games',
  related: 'Editions and related games',
  choose: 'Choose',
  chooseNamed: (name: string) => `Choose ${name}`,
  eachMain: 'Each edition to its main game',
  noneMain: 'None of these games is an edition of another one',
  move: 'Move',
  busy: 'Moving…',
  failed: 'Nothing was moved',
  undoFailed: 'The move was not undone',
  undone: 'Moved back',
  ask: (count: number, to: string) => plural(count, `Move it to ${to}?`, `Move ${gamesText(count)} to ${to}?`),
  askMain: (count: number) => `Move ${gamesText(count)} to their main games?`,
  stays: (name: string) => `${name} stays: it is no edition of another game`,
  done: (to: string) => `Moved to ${to}`,
  doneMany: (count: number) => `${gamesText(count)} moved`,
} as const

const JOINED =
  'Both are in your library and become one entry: with the status that is furthest, the sessions, playthroughs and copies of both, and the larger of the other hours.'
const REVIEWS = 'Of your two reviews the later one stays, and your journal keeps the other one.'
const TICKS = 'What you ticked and the other game does not have goes into your journal.'

/** Says what moves, what becomes one, and that there is an undo: one sentence each. */
export function plannedText(moves: readonly PlannedMove[]): string[] {
  const going = moves.filter(({ to }) => to !== null)
  const all: PlannedMove['rows'] = {}
  for (const { rows } of going)
    for (const [kind, count] of Object.entries(rows) as [keyof typeof all, number][])
      all[kind] = (all[kind] ?? 0) + count
  return [
    `This moves ${movedText(all)}.`,
    ...(going.some(({ joins }) => joins.entry) || new Set(going.map(({ to }) => to?.id)).size < going.length
      ? [JOINED]
      : []),
    ...(going.some(({ joins }) => joins.review) ? [REVIEWS] : []),
    ...(all.achievements ? [TICKS] : []),
    'You can undo it.',
  ]
}
