import { counted } from '#shared/counted.ts'

/** The number of achievements in the area of a profile. */
export const LATEST_ACHIEVEMENTS = 5

/**
 * The least number of members for a rarity among members (decision 0070). A share of fewer says little about the game,
 * and would reveal the achievements of a member with a private library.
 */
export const MIN_MEMBERS = 5

/**
 * Returns the rarity of an achievement among members (G15): '12 % of 340 members'. The members are those who have ticked at
 * least one achievement of the game: nobody knows which ones the other members have.
 */
export const memberShareText = (unlocked: number, members: number): string =>
  `${percentText((unlocked / members) * 100)} of ${counted(members, 'member')}`

/** Formats a percentage: '62 %', '7.5 %', '<0.1 %'; one decimal below ten. */
export function percentText(percent: number): string {
  if (percent > 0 && percent < 0.1) return '<0.1 %'
  return `${percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent)} %`
}
