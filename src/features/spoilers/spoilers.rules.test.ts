import { expect, test } from 'vitest'
import { foldOf, playedShare, type Reading, suggestedMark } from './spoilers.rules.ts'
import { foldSentence } from './spoilers.texts.ts'

/** A text that its author marked as spoiling up to 80 %, and a reader at 35 %. */
const MARKED: Reading = { spoilsTo: 80, writtenAt: 60, readerAt: 35, foldsFurther: false, isAuthor: false }
/** A text without a mark, written at 60 %, and a reader at 35 %. */
const UNMARKED: Reading = { ...MARKED, spoilsTo: null }

test('a marked text is folded for a reader who has not come that far', () => {
  expect(foldOf(MARKED)).toEqual({ writtenAt: 80, readerAt: 35 })
  expect(foldOf({ ...MARKED, readerAt: 0 })).toEqual({ writtenAt: 80, readerAt: 0 })
})

test('a reader who has reached the marked share reads the text', () => {
  expect(foldOf({ ...MARKED, readerAt: 80 })).toBeNull()
  expect(foldOf({ ...MARKED, readerAt: 100 })).toBeNull()
  expect(foldOf({ ...MARKED, spoilsTo: 100, readerAt: 100 })).toBeNull()
})

test('a reader a fraction of a percent below the share has not reached it; the reader’s share is rounded down', () => {
  expect(foldOf({ ...MARKED, readerAt: 79.99 })).toEqual({ writtenAt: 80, readerAt: 79 })
})

test('a visitor is treated as a reader at 0 %', () => {
  expect(foldOf({ ...MARKED, readerAt: null })).toEqual({ writtenAt: 80, readerAt: null })
  expect(foldOf({ ...UNMARKED, readerAt: null })).toBeNull()
})

test('a mark of 0 % reveals nothing, so everybody reads the text', () => {
  expect(foldOf({ ...MARKED, spoilsTo: 0, readerAt: null })).toBeNull()
  expect(foldOf({ ...MARKED, spoilsTo: 0, readerAt: 0, foldsFurther: true })).toBeNull()
})

test('authors read their own texts', () => {
  expect(foldOf({ ...MARKED, isAuthor: true })).toBeNull()
  expect(foldOf({ ...UNMARKED, foldsFurther: true, isAuthor: true })).toBeNull()
})

test('an unmarked text is folded only for readers who fold everything that was written further than they are', () => {
  expect(foldOf(UNMARKED)).toBeNull()
  expect(foldOf({ ...UNMARKED, foldsFurther: true })).toEqual({ writtenAt: 60, readerAt: 35 })
  expect(foldOf({ ...UNMARKED, foldsFurther: true, readerAt: 60 })).toBeNull()
})

test('an unmarked text of an author without the game in the library is never folded', () => {
  expect(foldOf({ ...UNMARKED, writtenAt: null, foldsFurther: true, readerAt: 0 })).toBeNull()
})

test('the mark takes precedence over the share at which the text was written', () => {
  // Written at 60 %, but it spoils up to 20 % only.
  expect(foldOf({ ...MARKED, spoilsTo: 20, foldsFurther: true })).toBeNull()
  expect(foldOf({ ...MARKED, spoilsTo: 90, readerAt: 70, foldsFurther: true })).toEqual({ writtenAt: 90, readerAt: 70 })
})

test('the sentence names both shares, or for a visitor only the text’s', () => {
  expect(foldSentence({ writtenAt: 80, readerAt: 35 })).toBe('Written at 80\u00A0%. You are at 35\u00A0%.')
  expect(foldSentence({ writtenAt: 80, readerAt: 0 })).toBe('Written at 80\u00A0%. You are at 0\u00A0%.')
  expect(foldSentence({ writtenAt: 80, readerAt: null })).toBe('Written at 80\u00A0% of the game.')
})

test('a game that was completed once counts as played while it is played again', () => {
  const replay = { status: 'playing', completion_percentage: 5 }
  expect(playedShare({ ...replay, first_completed_at: new Date(0) })).toBe(100)
  expect(playedShare({ ...replay, first_completed_at: null })).toBe(5)
})

test('a mark starts at the author’s own progress, or at 100 % for an author who has not started the game', () => {
  const begin = (status: string, completion_percentage: number) =>
    suggestedMark(playedShare({ status, completion_percentage }))
  expect(begin('playing', 79.6)).toBe(79)
  expect(begin('completed', 40)).toBe(100)
  expect(begin('want_to_play', 0)).toBe(100)
  expect(suggestedMark(null)).toBe(100)
})
