import { describe, expect, test } from 'vitest'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { type OpenStream, useStreams } from '#tests/support/event-stream.ts'
import { usePlaylistsApp } from '#tests/support/playlists-app.ts'

const { app, root, ann, GAMES, make, put, publish } = usePlaylistsApp()
const { listen } = useStreams(app)

/** Waits until everything announced before has reached the admin's stream, which receives all events. */
async function allDelivered(id: string, ...streams: OpenStream[]) {
  await announce(app.db, [tag.playlist(id)])
  for (const stream of streams) await stream.next('playlists')
}
const updateOf = (table: string, id: string) => ({ table, action: 'UPDATE', id })

describe('the channels of playlists (G42)', () => {
  test('publish a change of the fields and of the games to everybody [R-PLDATA-11]', async () => {
    const { id } = await make()
    const streams = await Promise.all([null, ann, root].map((who) => listen(who, ['playlists', 'playlist_games'])))
    await put(id, { title: 'Changed', gameIds: GAMES.slice(3, 6) })
    for (const stream of streams) {
      expect((await stream.next('playlists')).data).toEqual(updateOf('playlists', id))
      expect((await stream.next('playlist_games')).data).toEqual(updateOf('playlist_games', id))
    }
  })

  test('publish nothing about games when only the words change', async () => {
    const { id } = await make()
    const stream = await listen(null, ['playlists', 'playlist_games'])
    await put(id, { title: 'Changed' })
    await stream.next('playlists')
    await allDelivered(id, stream)
    expect(stream.events().map(({ event }) => event)).not.toContain('playlist_games')
  })

  test('publish drafts to admins only, and the publication to everybody', async () => {
    const visible = await make({ title: 'Public' })
    const draft = await make({ title: 'Draft', isPublished: false })
    const [visitor, member, admin] = await Promise.all([
      listen(null, ['playlists']),
      listen(ann, ['playlists']),
      listen(root, ['playlists']),
    ])
    await put(draft.id, { title: 'Secret', isPublished: false })
    expect((await admin.next('playlists')).data).toEqual(updateOf('playlists', draft.id))
    await allDelivered(visible.id, visitor, member, admin)
    for (const stream of [visitor, member]) expect(stream.text()).not.toContain(draft.id)
    await publish(draft.id, true)
    for (const stream of [visitor, member])
      expect((await stream.next('playlists')).data).toEqual(updateOf('playlists', draft.id))
  })

  test('publish to readers that a playlist became a draft again, or was deleted', async () => {
    const [one, two] = [await make({ title: 'One' }), await make({ title: 'Two' })]
    const stream = await listen(null, ['playlists'])
    await publish(one.id, false)
    expect((await stream.next('playlists')).data).toEqual(updateOf('playlists', one.id))
    await root.delete(`/api/playlists/${two.id}`)
    expect((await stream.next('playlists')).data).toEqual(updateOf('playlists', two.id))
  })

  test('have a name for one playlist, with its events only', async () => {
    const [one, two] = [await make({ title: 'One' }), await make({ title: 'Two' })]
    const stream = await listen(null, [`playlists:${one.id}`, 'playlists'])
    await put(two.id, { title: 'Other' })
    expect((await stream.next('playlists')).data).toEqual(updateOf('playlists', two.id))
    await put(one.id, { title: 'Mine' })
    expect((await stream.next(`playlists:${one.id}`)).data).toEqual(updateOf('playlists', one.id))
    expect(stream.events().filter(({ event }) => event === `playlists:${one.id}`)).toHaveLength(1)
    for (const name of ['playlists:x', 'playlist_games:', `playlists:${one.id.toUpperCase()}`])
      expect((await listen(null, [name])).status).toBe(400)
  })
})
