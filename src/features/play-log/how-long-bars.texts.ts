import type { TimedLevel } from '#features/catalogue/time-to-beat.rules.ts'
import type { TimeToBeat } from '#features/catalogue/time-to-beat.schemas.ts'
import { counted } from '#shared/counted.ts'

/** What the line of a game's page shows when it is opened. */
export const HOW_LONG_BARS_TEXTS = {
  levels: {
    main_story: 'Main story',
    main_extras: 'With extras',
    completionist: 'Everything',
  } satisfies Record<TimedLevel, string>,
  runsHere: 'Finished runs of members',
  range: (lower: string, upper: string) => (lower === upper ? lower : `${withoutHours(lower, upper)} to ${upper}`),
  median: (time: string) => `median ${time}`,
  runs: (runs: number) => counted(runs, 'run'),
  sources: { igdb: 'IGDB', steam_list: 'List of Steam games' } satisfies Record<TimeToBeat['source'], string>,
  people: (people: number) => counted(people, 'person', 'people'),
  explained: 'Half of the finished runs of members lie in the bar; the line in it is the median.',
  pace: (ratio: number, runs: number) =>
    `Yours comes from your last ${counted(runs, 'finished run')}: ${paceWords(ratio)}. Few runs count little.`,
} as const

/** '17 to 22 h' in place of '17 h to 22 h'. */
const withoutHours = (lower: string, upper: string) => (upper.endsWith(' h') ? lower.replace(/ h$/, '') : lower)

function paceWords(ratio: number): string {
  const percent = Math.round(Math.abs(ratio - 1) * 100)
  if (percent === 0) return 'as long as usual'
  return `${percent} % ${ratio > 1 ? 'longer' : 'shorter'} than usual`
}
