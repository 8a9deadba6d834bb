import type { TimedLevel } from '#features/catalogue/time-to-beat.rules.ts'

/** The line of a game's page. */
export const HOW_LONG_TEXTS = {
  label: 'How long it takes:',
  levels: { main_story: 'Story', main_extras: 'With extras', completionist: 'All' } satisfies Record<
    TimedLevel,
    string
  >,
  yours: (time: string) => `Yours ≈ ${time}`,
  left: (time: string) => `about ${time} left`,
} as const
