import { counted } from '#shared/counted.ts'

/** '1 day', '12 days'. */
export const daysText = (days: number): string => counted(days, 'day')

/** Stars with one decimal, as averages are shown: '3.7'. */
export const averageText = (stars: number): string => stars.toFixed(1)
