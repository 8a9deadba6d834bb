import { counted, numberText } from '#shared/counted.ts'
import { changedElsewhere, tooLongText } from '#shared/sentences.ts'
import { COPIES_MAX, COPY_TEXT_MAX, PRICE_MAX } from './copies.rules.ts'

export const COPY_TEXTS = {
  missing: 'Copy not found',
  platform: tooLongText('Platform', COPY_TEXT_MAX),
  store: tooLongText('Store', COPY_TEXT_MAX),
  edition: tooLongText('Edition', COPY_TEXT_MAX),
  lentTo: tooLongText('Name', COPY_TEXT_MAX),
  isPhysical: 'Say whether the copy is physical or digital',
  price: 'A price is a number such as 59.99',
  priceBelow: 'A price cannot be below 0',
  priceAbove: `A price cannot be above ${numberText(PRICE_MAX)}`,
  priceDecimals: 'A price has at most two decimals',
  currency: 'Choose the currency of the price',
  lentToMissing: 'Name the person who has it, or leave the day empty',
  lentTooEarly: 'It cannot be lent before you got it',
  tooMany: `One game can have at most ${COPIES_MAX} copies`,
  notInLibrary: 'Choose a status first: copies belong to games of your library',
  about: 'What you own of this game. Nobody else sees this.',
  none: 'No copy noted. Add one for each disc, cartridge or download that you own.',
  notLoaded: 'Your copies could not be loaded.',
  changed: changedElsewhere('copy'),
  notSaved: 'Failed to save the copy',
  notDeleted: 'Failed to delete the copy',
} as const

export const copiesText = (count: number): string => counted(count, 'copy', 'copies')
