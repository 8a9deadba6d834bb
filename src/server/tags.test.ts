import { expect, test } from 'vitest'
import type { SubjectType } from '#shared/subject.ts'
import { packTags, subjectTags, type Tag, tag, unpackTags } from './tags.ts'

const { subject, games, peopleLists, feed, challenges, badges, playlists, allPlaylists, news, forum, ...others } = tag
const { listTitles, likedLists, latestReviews, helpfulReviews, pushes, site, ...kinds } = others
const NOTE = 'note' as SubjectType

test('a tag of a kind is its name and the id, and gives the id back', () => {
  for (const [name, kind] of Object.entries(kinds)) {
    expect(kind('igdb_1:x')).toBe(`${name}:igdb_1:x`)
    expect(kind.idOf(kind('igdb_1:x'))).toBe('igdb_1:x')
  }
})

test('a tag of another kind has no id of this kind, even when one name begins like the other', () => {
  expect(tag.game.idOf(games)).toBeNull()
  expect(tag.game.idOf(tag.member('game:1'))).toBeNull()
  expect(tag.challenge.idOf(challenges)).toBeNull()
})

test('tags that stand alone have their names', () => {
  const lists = { playlists, allPlaylists, listTitles, likedLists, latestReviews, helpfulReviews, site }
  const singles = { games, peopleLists, feed, challenges, badges, ...lists, news, forum }
  expect(Object.values(singles)).toEqual(Object.keys(singles))
})

test('the tag of a subject is its type and id, and the tags of its type give the id back', () => {
  const one = subject({ subjectType: NOTE, subjectId: '7' })
  expect(one).toBe('note:7')
  expect(subjectTags(NOTE).idOf(one)).toBe('7')
})

test('packed tags are unpacked in their order, each once', () => {
  const texts = packTags([tag.game('1'), games, tag.game('1')], 100)
  expect(texts).toHaveLength(1)
  expect(texts.flatMap(unpackTags)).toEqual([tag.game('1'), games])
  expect(packTags([], 100)).toEqual([])
})

test('a text has at most the given number of bytes, and as many tags as fit', () => {
  const tags = ['aaaa', 'bbbb', 'ßß'] as Tag[]
  expect(packTags(tags, 14)).toEqual(['aaaa\nbbbb\nßß'])
  expect(packTags(tags, 13)).toEqual(['aaaa\nbbbb', 'ßß'])
  expect(packTags(tags, 8)).toEqual(['aaaa', 'bbbb', 'ßß'])
  expect(packTags(tags, 9)).toEqual(['aaaa\nbbbb', 'ßß'])
  const many = Array.from({ length: 100 }, (_, at) => tag.game(`ü${at}`))
  const texts = packTags(many, 50)
  expect(texts.flatMap(unpackTags)).toEqual(many)
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(50)
})
