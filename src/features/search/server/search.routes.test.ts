import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/db.ts'
import { loadStarterCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { findMembers } from '#features/friends/server/people/search.queries.ts'
import { findLists } from '#features/lists/server/search/list-search.queries.ts'
import { findPlaylists } from '#features/playlists/server/search/playlist-search.queries.ts'
import { defineFeature } from '#server/feature.ts'
import type { FoundItem, SearchSource } from '#server/search-source.ts'
import { titleWords } from '#server/title-search.ts'
import type { UserId } from '#shared/ids.ts'
import { saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { keepsPlans, planOf } from '#tests/support/query-plan.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import type { FoundGroup } from '../search.contract.ts'
import { searchEverything } from './search.service.ts'

/** A source whose results or failure each test decides. */
const made = { find: async () => ({ items: [] as FoundItem[], tags: [] }) }
const notes: SearchSource = {
  group: 'notes',
  order: 70,
  title: 'Notes',
  why: (text) => `Notes whose title has “${text}”`,
  find: () => made.find(),
}
const notesFeature = defineFeature({ name: 'notes', search: () => [notes] })
const app = useTestApp({ LOG_LEVEL: 'silent' }, { features: [notesFeature] })
const NOW = new Date('2026-03-01T12:00:00.000Z')

let ann: Member
let bob: Member
let root: Member

beforeAll(async () => {
  await loadStarterCatalogue(app.db)
  ann = await signUp(app, { username: 'zelda-ann', displayName: 'Ann' })
  bob = await signUp(app, { username: 'bob', displayName: 'Bob Zelinski' })
  root = await signUp(app, { username: 'root', becomeAdmin: true })
})

beforeEach(async () => {
  app.time.now = NOW
  made.find = async () => ({ items: [], tags: [] })
  for (const table of ['lists', 'playlists', 'news_posts', 'user_blocks'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
  await app.settle([...new Set(['games', 'news', 'playlists', 'peopleLists'])] as never)
})

const find = async (q: string, who: Pick<Client, 'get'> = app.visitor(), more = '') =>
  (await who.get(`/api/search?q=${encodeURIComponent(q)}${more}`)).body as { groups: FoundGroup[]; missing: string[] }
const groupOf = async (group: string, q: string, who?: Pick<Client, 'get'>, more?: string) =>
  (await find(q, who, more)).groups.find((each) => each.group === group)
const titles = async (group: string, q: string, who?: Pick<Client, 'get'>) =>
  (await groupOf(group, q, who))?.items.map(({ title }) => title) ?? []
const writeList = async (title: string, over: object = {}, who = ann) =>
  (await who.post('/api/lists', { title, is_shared: true, game_ids: ['igdb_1942'], ...over })).body.list
const writePost = async (title: string, over: object = {}) =>
  (
    await root.post('/api/news', {
      title,
      excerpt: 'Short.',
      content: 'Words.',
      category: 'Announcement',
      status: 'published',
      ...over,
    })
  ).body.post
const writePlaylist = async (title: string, isPublished = true) => {
  const { body } = await root.post('/api/playlists', { title, type: 'collection', gameIds: ['igdb_1942'] })
  if (isPublished) await root.put(`/api/playlists/${body.playlist.id}/published`, { isPublished })
  return body.playlist
}

describe('the groups', () => {
  test('are games, people, lists, playlists and news, each with why it is there and a page of its own', async () => {
    const list = await writeList('Zelda and her heirs')
    const playlist = await writePlaylist('All of Zelda')
    const post = await writePost('Zelda week')
    const { groups, missing } = await find('zelda', app.visitor(), '&limit=1')
    expect(missing).toEqual([])
    expect(groups.map(({ group, title, why }) => [group, title, why])).toEqual([
      ['games', 'Games', 'whose title is like “zelda”'],
      ['members', 'People', 'whose name or username has “zelda”'],
      ['lists', 'Lists', 'whose title has “zelda”'],
      ['playlists', 'Playlists', 'whose title has “zelda”'],
      ['news', 'News', 'with “zelda” in the title or the text'],
    ])
    const [games, ...others] = groups.map(({ items }) => items[0])
    expect(games?.title).toMatch(/Zelda/)
    expect(games?.path).toBe(`/game/${games?.id}`)
    expect(groups[0]).toMatchObject({ hasMore: true, more: '/all-games?search=zelda' })
    expect(others).toMatchObject([
      {
        path: `/profile/${ann.user.id}`,
        title: 'Ann',
        facts: ['@zelda-ann'],
        picture: { member: { id: ann.user.id } },
      },
      { path: `/lists/${list.id}`, facts: ['By Ann', '1 game'], picture: { game: { id: 'igdb_1942' } } },
      { path: `/playlists/${playlist.slug}`, facts: ['1 game'], picture: { game: { id: 'igdb_1942' } } },
      { path: `/news/${post.slug}`, facts: ['Announcement', 'Mar 1, 2026'], picture: { icon: 'news' } },
    ])
  })

  test('begin at two characters: one character finds nothing, without a question to any source [R-CAT-10]', async () => {
    made.find = async () => {
      throw new Error('asked')
    }
    for (const text of ['', 'z', ' z ', '@z', '@']) expect(await find(text)).toEqual({ groups: [], missing: [] })
    expect((await find('ze')).missing).toEqual(['Notes'])
  })

  test('games are at most ten [R-CAT-11]', async () => {
    expect((await groupOf('games', 'the', app.visitor(), '&limit=9'))?.items).toHaveLength(9)
    expect((await groupOf('games', 'the', app.visitor(), '&limit=99'))?.items).toHaveLength(5)
  })

  test('a text that begins with @ finds people alone', async () => {
    await writeList('Zelda')
    const { groups } = await find('@zelda')
    expect(groups.map(({ group, why }) => [group, why])).toEqual([['members', 'whose name or username has “zelda”']])
  })

  test('all people are on the page of friends, which only members have', async () => {
    expect(await groupOf('members', 'ze', app.visitor(), '&limit=1')).toMatchObject({ hasMore: true, more: null })
    expect(await groupOf('members', 'ze', ann, '&limit=1')).toMatchObject({ more: '/profile/friends?find=ze' })
    expect(await groupOf('members', 'zelinski', ann)).toMatchObject({ hasMore: false, more: null })
  })

  test('a title has the words in any order and as beginnings, without accents, capitals and signs', async () => {
    await writeList('Pokémon: the best-of RPGs (don’t miss)')
    for (const text of ['pokemon', 'POKÉ', 'rpgs best', 'dont', '“best of”', 'miss)', 'the r'])
      expect([text, (await titles('lists', text)).length]).toEqual([text, 1])
    for (const text of ['okemon', 'worst', 'best zelda', '%%', '__', '!!', '\\\\'])
      expect([text, await titles('lists', text)]).toEqual([text, []])
  })

  test('the words in the database are those of the server', async () => {
    for (const title of [
      'Pokémon: the best-of',
      '  «Hi» – “you”…  ',
      "Don't [stop]_now`~{x}|\\y",
      'ÄÖÜ ﬁn',
      '日本 語',
      '···',
    ]) {
      const { rows } = await sql<{ words: string }>`select title_words(${title}) as words`.execute(app.db)
      expect([title, rows[0]?.words]).toEqual([
        title,
        titleWords(title)
          .map((word) => ` ${word}`)
          .join(''),
      ])
    }
  })

  test('words may be short, alone or beside others, and very long', async () => {
    // A letter of which six are made.
    const title = `Go to Ys ${'㌖'.repeat(60)}`
    await writeList(title)
    for (const text of [
      'ys',
      'go',
      'go to',
      'ys to go',
      'go t',
      "go '",
      '㌖㌖',
      '㌖'.repeat(60),
      `ys ${'㌖'.repeat(60)}`,
    ])
      expect([text, await titles('lists', text)]).toEqual([text, [title]])
    for (const text of ['oys', 'go x', 'ys xy', 'ys toys', `${'㌖'.repeat(10)}x`])
      expect([text, await titles('lists', text)]).toEqual([text, []])
  })

  test('the title itself comes first, then titles that begin with the words, then the most liked', async () => {
    for (const title of ['My cosy games', 'Cosy games for rain', 'Cosy games', 'The cosy games of Bob'])
      await writeList(title)
    const liked = await writeList('Very cosy games')
    await bob.post(`/api/lists/${liked.id}/likes`)
    expect((await titles('lists', 'cosy games')).slice(0, 3)).toEqual([
      'Cosy games',
      'Cosy games for rain',
      'Very cosy games',
    ])
  })
})

describe('a title or name that is the text itself', () => {
  test('comes first, however many others have its words', async () => {
    await sql`insert into lists (user_id, title, is_shared)
      select ${ann.user.id}::uuid, 'Sunny days ' || n, true from generate_series(1, 450) n`.execute(app.db)
    await sql`insert into playlists (title, slug, is_published, published_at)
      select 'Sunny days ' || n, 'sunny-' || n, true, now() from generate_series(1, 450) n`.execute(app.db)
    await sql`with made as (
        insert into "user" (name, email) select 'Sunny Days ' || n, n || '@sunny.example' from generate_series(1, 300) n
        returning id, name
      ) insert into profiles (id, display_name, role) select id, name, 'user' from made`.execute(app.db)
    await writeList('Sunny days')
    await sql`insert into playlists (title, slug, is_published, published_at) values ('Sunny days', 'sunny', true, now())`.execute(
      app.db,
    )
    await sql`update profiles set display_name = 'Sunny Days' where id = ${bob.user.id}::uuid`.execute(app.db)
    await app.settle(['peopleLists'] as never)
    for (const group of ['lists', 'playlists', 'members'])
      expect([group, (await titles(group, 'sunny days'))[0]?.toLowerCase()]).toEqual([group, 'sunny days'])
  })
})

describe('what somebody may not see', () => {
  test('lists: private, hidden, of a closed profile, across a block, of a disabled member', async () => {
    const open = await writeList('Secret garden')
    await writeList('Secret diary', { is_shared: false })
    const seen = () => Promise.all([app.visitor(), bob, root, ann].map((who) => titles('lists', 'secret', who)))
    const own = ['Secret diary', 'Secret garden']
    expect((await seen()).map((list) => list.toSorted())).toEqual([
      ['Secret garden'],
      ['Secret garden'],
      ['Secret garden'],
      own,
    ])

    await app.db.insertInto('user_blocks').values({ blocker_id: bob.user.id, blocked_id: ann.user.id }).execute()
    expect(await titles('lists', 'secret', bob)).toEqual([])
    await app.db.deleteFrom('user_blocks').execute()

    await saveSettings(app, ann, { visibility: 'friends' })
    await app.settle(['peopleLists'] as never)
    // In lists of many members, admins see nothing private either.
    expect((await seen()).map((list) => list.length)).toEqual([0, 0, 0, 2])
    await saveSettings(app, ann, {})

    await app.db.updateTable('lists').set({ hidden_at: NOW }).where('id', '=', open.id).execute()
    await app.settle(['peopleLists'] as never)
    expect((await seen()).map((list) => list.length)).toEqual([0, 0, 0, 1])
    await app.db.updateTable('lists').set({ hidden_at: null }).execute()

    await app.db.updateTable('profiles').set({ disabled_at: NOW }).where('id', '=', ann.user.id).execute()
    await app.settle(['peopleLists'] as never)
    expect((await Promise.all([app.visitor(), bob, root].map((who) => titles('lists', 'secret', who)))).flat()).toEqual(
      [],
    )
  })

  test('lists: any number of them takes no place of those that somebody may see', async () => {
    await sql`insert into lists (user_id, title, is_shared)
      select ${ann.user.id}::uuid, 'Secret garden ' || n, true from generate_series(1, 250) n`.execute(app.db)
    const { id } = await writeList('My secret garden', {}, bob)
    await app.db.insertInto('user_blocks').values({ blocker_id: ann.user.id, blocked_id: root.user.id }).execute()
    expect(await titles('lists', 'secret', root)).toEqual(['My secret garden'])
    await saveSettings(app, ann, { visibility: 'private' })
    await app.settle(['peopleLists'] as never)
    expect([await titles('lists', 'secret'), (await titles('lists', 'secret', ann)).length]).toEqual([
      ['My secret garden'],
      5,
    ])
    await bob.delete(`/api/lists/${id}`)
    await app.settle(['peopleLists'] as never)
    expect(await titles('lists', 'secret')).toEqual([])
    // That visitors find none does not mean that there is none: this one is open to them in a moment.
    await saveSettings(app, ann, {})
    await app.settle(['peopleLists'] as never)
    expect((await titles('lists', 'secret gar')).length).toBe(5)
  })

  test('people: disabled ones, and those across a block', async () => {
    expect(await titles('members', 'zelda-ann', bob)).toEqual(['Ann'])
    await app.db.insertInto('user_blocks').values({ blocker_id: ann.user.id, blocked_id: bob.user.id }).execute()
    expect(await titles('members', 'zelda-ann', bob)).toEqual([])
    expect(await titles('members', 'zelda-ann')).toEqual(['Ann'])
    await app.db.updateTable('profiles').set({ disabled_at: NOW }).where('id', '=', ann.user.id).execute()
    await app.settle(['peopleLists'] as never)
    expect(await titles('members', 'zelda-ann')).toEqual([])
  })

  test('playlists: drafts and deleted ones, for admins too', async () => {
    await writePlaylist('Secret draft', false)
    const gone = await writePlaylist('Secret and gone')
    await root.delete(`/api/playlists/${gone.id}`)
    for (const who of [app.visitor(), ann, root]) expect(await titles('playlists', 'secret', who)).toEqual([])
  })

  test('news: drafts, archived posts and those whose time has not come', async () => {
    await writePost('Secret draft', { status: 'draft' })
    await writePost('Secret archive', { status: 'archived' })
    await writePost('Secret tomorrow', { published_at: '2026-03-02T12:00:00.000Z' })
    for (const who of [app.visitor(), ann, root]) expect(await titles('news', 'secret', who)).toEqual([])
    app.time.now = new Date('2026-03-02T12:00:01.000Z')
    expect(await titles('news', 'secret', ann)).toEqual(['Secret tomorrow'])
  })
})

describe('a source that fails', () => {
  test('is left out and named, and the answer is not cached', async () => {
    made.find = async () => {
      throw new Error('broken')
    }
    const first = await find('zelda')
    expect([first.groups[0]?.group, first.missing]).toEqual(['games', ['Notes']])
    const item = { id: '1', path: '/notes/1', title: 'Zelda', facts: [], picture: { icon: 'chat' as const } }
    made.find = async () => ({ items: [item], tags: [] })
    const second = await find('zelda')
    expect([second.groups.at(-1)?.items, second.missing]).toEqual([[item], []])
  })

  test('is left out as well if it takes too long', async () => {
    const slow = { ...notes, find: () => new Promise<never>(() => {}) }
    const log = { warn: () => {} } as never
    const reply = { shows: () => {}, isPartial: () => {} }
    const database = { readTogether: <T>(work: () => Promise<T>) => work() }
    expect(
      await searchEverything({ database, searchSources: [slow], log }, null, { q: 'zelda', limit: 5 }, reply, 1),
    ).toEqual({
      groups: [],
      missing: ['Notes'],
    })
  })
})

describe('answers to visitors', () => {
  test('are cached, and fresh after a change of what they show', async () => {
    const list = await writeList('Zelda for rainy days')
    const post = await writePost('Zelda week')
    // An answer whose making began before a change is not cached.
    await app.settle()
    expect((await find('zelda')).groups.map(({ group }) => group)).toEqual(['games', 'members', 'lists', 'news'])
    const visitor = app.visitor()
    // Neither the session nor anything else is looked up.
    expect(await app.countQueries(() => find('zelda', visitor))).toBe(0)
    await ann.put(`/api/lists/${list.id}`, { title: 'Zelda for rainy days', is_shared: false })
    await root.delete(`/api/news/${post.id}`)
    await app.settle()
    expect((await find('zelda')).groups.map(({ group }) => group)).toEqual(['games', 'members'])
  })
})

describe('a text that is nowhere', () => {
  test('is found once something has it', async () => {
    expect(await titles('lists', 'qazwsxedc', ann)).toEqual([])
    await writeList('Qazwsxedc', { is_shared: false })
    expect([await titles('lists', 'qazwsxedc', ann), await titles('lists', 'qazwsxedc', bob)]).toEqual([
      ['Qazwsxedc'],
      [],
    ])
    await writePlaylist('Qazwsxedc')
    await writePost('Qazwsxedc')
    for (const group of ['playlists', 'news']) expect(await titles(group, 'qazwsxedc', bob)).toEqual(['Qazwsxedc'])
    await signUp(app, { username: 'qazwsxedc', displayName: 'Somebody new' })
    expect(await titles('members', 'qazwsxedc', bob)).toEqual(['Somebody new'])
    await bob.patch('/api/profiles/me', { display_name: 'Bob Plmoknij' })
    expect(await titles('members', 'plmoknij', ann)).toEqual(['Bob Plmoknij'])
    await bob.patch('/api/profiles/me', { display_name: 'Bob Zelinski' })
  })

  test('says nothing about what only somebody else may see', async () => {
    await writeList('Wsxqaz diary', { is_shared: false })
    expect(await titles('lists', 'wsxqaz', bob)).toEqual([])
    expect(await titles('lists', 'wsxqaz diary', ann)).toEqual(['Wsxqaz diary'])
  })

  test('is for each reader what that reader finds, also if others look for it at the same time', async () => {
    await app.db.insertInto('user_blocks').values({ blocker_id: ann.user.id, blocked_id: bob.user.id }).execute()
    await writeList('Zelda-ann diary', { is_shared: false })
    const readers = [bob, app.visitor(), ann, root]
    const found = (group: string) => Promise.all(readers.map((who) => titles(group, 'zelda ann', who)))
    const members = await Promise.all(readers.map((who) => titles('members', 'zelda', who)))
    expect(members).toEqual([[], ['Ann'], ['Ann'], ['Ann']])
    expect(await found('lists')).toEqual([[], [], ['Zelda-ann diary'], []])
  })

  test('says nothing about a longer text with signs that are no words alone', async () => {
    await writeList('Edcrfv')
    for (const text of ['!!', '··']) expect(await titles('lists', text, ann)).toEqual([])
    expect(await titles('lists', '!!edcrfv', ann)).toEqual(['Edcrfv'])
  })
})

describe('the statements', () => {
  test('are few: at most twelve for all groups together', async () => {
    await writeList('Zelda for rainy days')
    await find('zelda', ann)
    expect(await app.countQueries(() => find('zelda', ann))).toBeLessThanOrEqual(12)
  })

  test('find the same members, whether many names have the text or few; for few with the same plan', async () => {
    const few = (db: Db) => findMembers(db, null, 'zel', 6, '')
    const found = await few(app.db)
    expect(found.map(({ username }) => username)).toEqual(['zelda-ann', 'bob'])
    expect(await findMembers(app.db, null, 'zel', 6, ' zelda\n'.repeat(11))).toEqual(found)
    expect(await findMembers(app.db, null, 'zel', 6)).toEqual(found)
    expect(await keepsPlans(app, few)).toEqual([true])
  })

  test('find the same lists, whether many titles have the words or few; for few with the same plan', async () => {
    for (const title of ['Zelda at dawn', 'Zeldas', 'At noon']) await writeList(title)
    const few = (db: Db) => findLists(db, ann.user.id as UserId, ['zel', 'at'], 6, '')
    const found = await few(app.db)
    expect(found.map(({ title }) => title)).toEqual(['Zelda at dawn'])
    expect(await findLists(app.db, ann.user.id as UserId, ['zel', 'at'], 6, ' zelda at\n'.repeat(11))).toEqual(found)
    expect(await findLists(app.db, ann.user.id as UserId, ['zel', 'at'], 6)).toEqual(found)
    expect(await findLists(app.db, null, ['zelda', 'noon'], 6, '')).toEqual([])
    expect(await keepsPlans(app, few)).toEqual([true])
    expect(await keepsPlans(app, (db) => findPlaylists(db, ['zel', 'at'], 6))).toEqual([true])
  })

  test('read an index of titles', async () => {
    await sql`insert into lists (user_id, title, is_shared)
      select ${ann.user.id}::uuid, 'List ' || n || ' of words', true from generate_series(1, 3000) n`.execute(app.db)
    await sql`insert into playlists (title, slug, is_published, published_at)
      select 'Playlist ' || n, 'playlist-' || n, true, now() from generate_series(1, 3000) n`.execute(app.db)
    await sql`vacuum analyze lists, playlists`.execute(app.db)
    const lists = await planOf(app, (db) => findLists(db, null, ['word', '12'], 6))
    expect(lists).toContain('Bitmap Index Scan on lists_titles')
    const rare = await planOf(app, (db) => findLists(db, null, ['word', '12'], 6, ''))
    expect(rare).toContain('Bitmap Index Scan on lists_titles')
    const playlists = await planOf(app, (db) => findPlaylists(db, ['12'], 6))
    expect(playlists).toContain('Bitmap Index Scan on playlists_words')
  })
})
