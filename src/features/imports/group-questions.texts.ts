import { counted, numberText, plural } from '#shared/counted.ts'
import type { SaidCell } from './imported-record.rules.ts'
import type { CONTRADICTION_RULES, GroupDecision, RowQuestion } from './imports.rules.ts'

/** Of what the rows of a file ask together, and of what the file says about a row. */
export const GROUP_TEXTS = {
  title: 'Please decide',
  intro: 'Answer once for all rows that ask the same. You can change single rows afterwards.',
  oneByOne: 'One by one',
  ownHint:
    'A game that the catalogue does not have can be a game of your own. Only you see it, and you can find it in the catalogue later.',
} as const

const QUESTIONS: Record<RowQuestion, (rows: number) => string> = {
  id: (rows) => `${plural(rows, 'has', 'have')} an id and a title that disagree.`,
  'same-name': (rows) =>
    `${plural(rows, 'has', 'have')} the name of several games, or of one with another year or platform.`,
  'similar-name': (rows) => `${plural(rows, 'has', 'have')} a title that is only similar to names of games.`,
  unknown: (rows) => `${plural(rows, 'was', 'were')} not found in the catalogue.`,
}
export const rowQuestionText = (kind: RowQuestion, rows: number): string =>
  `${counted(rows, 'row')} ${QUESTIONS[kind](rows)}`

const DECISIONS: Record<GroupDecision, string> = {
  first: 'Take the first game of each',
  title: 'Trust the titles',
  id: 'Trust the ids',
  own: '',
  skip: 'Leave all out',
}
export const groupDecisionText = (decision: GroupDecision, rows: number): string =>
  decision === 'own'
    ? plural(rows, 'Keep 1 as my own game', `Keep ${numberText(rows)} as my own games`)
    : DECISIONS[decision]

export const contradictionText = (rows: number): string =>
  `${counted(rows, 'row')} ${plural(rows, 'says', 'say')} both that the game waits and that it is finished.`
export const CONTRADICTION_LABELS: Record<(typeof CONTRADICTION_RULES)[number], string> = {
  row: 'As the row says it more clearly',
  finished: 'Finished',
  waiting: 'Want to Play',
}

/** What the file has for a row: 'Time Played 36000 · Status Beaten'. */
export const saidText = (said: readonly SaidCell[]): string =>
  said.map(({ field, text }) => `${field} ${text}`).join(' · ')
