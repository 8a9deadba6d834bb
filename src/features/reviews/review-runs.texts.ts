import { RUN_KIND_LABELS } from '#features/play-log/runs.texts.ts'
import type { Review } from './reviews.contract.ts'

const ORDINALS = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth', 'Tenth']

/** Returns which playthrough a review is of: 'Second playthrough · New game plus · 2024'. */
export function runText({ kind, number, year }: NonNullable<Review['run']>): string {
  const ordinal = ORDINALS[number - 1]
  const isPlain = kind === 'first' || kind === 'replay'
  return [ordinal ? `${ordinal} playthrough` : `Playthrough ${number}`, isPlain ? null : RUN_KIND_LABELS[kind], year]
    .filter((part) => part !== null)
    .join(' · ')
}

/** Returns whether a card says which playthrough its review is of: the only one is nothing to mention. */
export const saysRun = ({ kind, count }: NonNullable<Review['run']>): boolean => count > 1 || kind !== 'first'

/** The words around the stars that the author gave before. */
export const BEFORE_TEXTS = {
  changed: 'Changed from',
  same: 'As before,',
  in: (year: number) => `in ${year}`,
} as const

export const RUN_REVIEWED = 'You have already reviewed this playthrough'
