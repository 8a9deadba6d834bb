import { expect, test } from 'vitest'
import { foldOf, foldSentence, playedShare, type Reading, suggestedMark } from './spoilers.rules.ts'

/** A text that its author marked as spoiling up to 80 %, and a reader at 35 %. */
const MARKED: Reading = { spoilsTo: 80, writtenAt: 60, readerAt: 35, foldsFurther: false, isAuthor: false }
/** A text without a mark, written at 60 %, and a reader at 35 %. */
const UNMARKED: Reading = { ...MARKED, spoilsTo: null }

test('a marked text is folded for a reader who has not come that far', () => {
  expect(foldOf(MARKED)).toEqual({ writtenAt: 80, readerAt: 35 })
  expect(foldOf({ ...MARKED, readerAt: 0 })).toEqual({ writtenAt: 80, readerAt: 0 })
})

test('a reader who has come as far as the text reveals reads it', () => {
  expect(foldOf({ ...MARKED, readerAt: 80 })).toBeNull()
  expect(foldOf({ ...MARKED, readerAt: 100 })).toBeNull()
  expect(foldOf({ ...MARKED, spoilsTo: 100, readerAt: 100 })).toBeNull()
})

test('a fraction of a percent before the share is not far enough, and the reader’s share is rounded down', () => {
  expect(foldOf({ ...MARKED, readerAt: 79.99 })).toEqual({ writtenAt: 80, readerAt: 79 })
})

test('a visitor has not started the game', () => {
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

test('an unmarked text is folded only for readers who want everything folded that was written further', () => {
  expect(foldOf(UNMARKED)).toBeNull()
  expect(foldOf({ ...UNMARKED, foldsFurther: true })).toEqual({ writtenAt: 60, readerAt: 35 })
  expect(foldOf({ ...UNMARKED, foldsFurther: true, readerAt: 60 })).toBeNull()
})

test('an unmarked text of an author without the game in the library is never folded', () => {
  expect(foldOf({ ...UNMARKED, writtenAt: null, foldsFurther: true, readerAt: 0 })).toBeNull()
})

test('the mark decides before the place where the text was written', () => {
  // Written at 60 %, but it spoils up to 20 % only.
  expect(foldOf({ ...MARKED, spoilsTo: 20, foldsFurther: true })).toBeNull()
  expect(foldOf({ ...MARKED, spoilsTo: 90, readerAt: 70, foldsFurther: true })).toEqual({ writtenAt: 90, readerAt: 70 })
})

test('the sentence names both shares, and for a visitor only that of the text', () => {
  expect(foldSentence({ writtenAt: 80, readerAt: 35 })).toBe('Written at 80\u00A0%. You are at 35\u00A0%.')
  expect(foldSentence({ writtenAt: 80, readerAt: 0 })).toBe('Written at 80\u00A0%. You are at 0\u00A0%.')
  expect(foldSentence({ writtenAt: 80, readerAt: null })).toBe('Written at 80\u00A0% of the game.')
})

test('a mark begins at the author’s own progress, and at the whole game for who has not started it', () => {
  const begin = (status: string, completion_percentage: number) =>
    suggestedMark(playedShare({ status, completion_percentage }))
  expect(begin('playing', 79.6)).toBe(79)
  expect(begin('completed', 40)).toBe(100)
  expect(begin('want_to_play', 0)).toBe(100)
  expect(suggestedMark(null)).toBe(100)
})
