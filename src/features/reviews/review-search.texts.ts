import { plural } from '#shared/counted.ts'

export const foundText = (text: string): string => `that say “${text}”`

export const starsText = (rating: number): string => `${rating} ${plural(rating, 'star')}`
