// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { declined, json, lastToast } from '#tests/browser/fake-server.tsx'
import {
  answers,
  bodies,
  CREATE,
  field,
  fill,
  openEditor,
  openTab,
  playlistOf,
  press,
  save,
  sent,
  update,
} from '#tests/browser/playlist-editor.tsx'

const COVER = 'GET /api/admin/playlists/cover'
const STORED = playlistOf()
const RESTORED = 'This is what you had typed.'

describe('the draft on this device', () => {
  test('of a new playlist comes back, and can be thrown away (G35)', async () => {
    openEditor()
    fill('Title', 'Winter')
    cleanup()
    openEditor()
    expect(screen.getByText(RESTORED)).toBeDefined()
    expect(field('Title').value).toBe('Winter')
    press('Start over')
    // React Hook Form writes the value when React renders the field again.
    await waitFor(() => expect(field('Title').value).toBe(''))
    cleanup()
    openEditor()
    expect(screen.queryByText(RESTORED)).toBeNull()
  })

  test('of a playlist comes back with the version that it replaces (G59)', async () => {
    openEditor(STORED)
    fill('Title', 'Snow days')
    cleanup()
    // Somebody else has saved it meanwhile.
    const newer = playlistOf({ title: 'Storm days', updatedAt: '2026-11-20T12:00:00.000Z' })
    openEditor(newer)
    expect(field('Title').value).toBe('Snow days')
    expect(screen.getByRole('alert', { name: 'Another version' })).toBeDefined()
    answers[update(STORED)] = () => declined(409, 'This item was changed by someone else', 'changed_by_somebody')
    answers[`GET /api/playlists/${STORED.id}`] = () => json(200, { playlist: newer })
    await save()
    expect(bodies(update(STORED))).toMatchObject([{ updatedAt: STORED.updatedAt }])
    expect(await screen.findByRole('alert', { name: 'Another version' })).toBeDefined()
    press('Show the saved version')
    expect(field('Title').value).toBe('Storm days')
    expect(screen.queryByRole('alert', { name: 'Another version' })).toBeNull()
  })

  test('is forgotten when it is saved', async () => {
    openEditor(STORED)
    fill('Title', 'Snow days')
    await save()
    await waitFor(() => expect(lastToast()?.title).toBe('Playlist updated successfully'))
    cleanup()
    openEditor(playlistOf({ title: 'Snow days' }))
    expect(screen.queryByText(RESTORED)).toBeNull()
  })

  test('is forgotten when the admin leaves without saving', async () => {
    const { router } = openEditor(STORED)
    fill('Title', 'Snow days')
    await waitFor(() =>
      expect(localStorage.getItem('savepoint.drafts') ?? sessionStorage.getItem('savepoint.drafts')).toContain(
        'Snow days',
      ),
    )
    void router.navigate('/admin/playlists')
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    fireEvent.click(question.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/playlists'))
    cleanup()
    openEditor(STORED)
    expect(screen.queryByText(RESTORED)).toBeNull()
    expect(field('Title').value).toBe(STORED.title)
  })

  test('guards the page while something is not saved (G35)', async () => {
    const { router } = openEditor(STORED)
    fill('Title', 'Snow days')
    void router.navigate('/admin/playlists')
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    fireEvent.click(question.getByRole('button', { name: 'Stay' }))
    expect(router.state.location.pathname).toBe('/admin/playlists/new')
    fill('Title', STORED.title)
    await router.navigate('/admin/playlists')
    expect(router.state.location.pathname).toBe('/admin/playlists')
  })
})

describe('the cover', () => {
  const picture = () => screen.queryByRole('img', { name: 'Preview of the cover' })
  async function choose(address: string) {
    openTab('Appearance')
    fill('Cover image', address)
    return screen.findByRole('img', { name: 'Preview of the cover' })
  }

  test('shows its picture through our image service', async () => {
    answers[COVER] = ({ query }) => json(200, { coverUrl: `/api/image?url=${query.url}` })
    openEditor()
    const image = await choose('https://pictures.example/a.jpg')
    expect(image.getAttribute('src')).toBe('/api/image?url=https://pictures.example/a.jpg')
    press('Remove cover')
    expect(field('Cover image').value).toBe('')
    expect(picture()).toBeNull()
  })

  test('is cleared with its preview when the picture does not load, and can be put back [R-PLED-13]', async () => {
    answers[COVER] = () => json(200, { coverUrl: '/api/image?url=x' })
    openEditor()
    fireEvent.error(await choose('https://pictures.example/none.jpg'))
    expect(field('Cover image').value).toBe('')
    expect(picture()).toBeNull()
    expect(screen.getByText(/^No picture could be loaded from https:\/\/pictures.example\/none.jpg/)).toBeDefined()
    press('Put it back')
    expect(field('Cover image').value).toBe('https://pictures.example/none.jpg')
  })

  test('stays while it is typed, because it may be the beginning of a longer address [R-PLED-13]', async () => {
    answers[COVER] = () => json(200, { coverUrl: '/api/image?url=x' })
    openEditor()
    openTab('Appearance')
    field('Cover image').focus()
    fireEvent.error(await choose('https://pictures.example/a'))
    expect(field('Cover image').value).toBe('https://pictures.example/a')
    act(() => field('Cover image').blur())
    await waitFor(() => expect(field('Cover image').value).toBe(''))
  })

  test('stays when the preview could not be requested', async () => {
    answers[COVER] = () => declined(429, 'Too many requests')
    openEditor()
    openTab('Appearance')
    fill('Cover image', 'https://pictures.example/a.jpg')
    expect(await screen.findByText('The preview could not be loaded. The address stays as it is.')).toBeDefined()
    expect(field('Cover image').value).toBe('https://pictures.example/a.jpg')
  })

  test.each([
    ['typed', null],
    ['stored', playlistOf({ coverImage: 'https://pictures.example/a.jpg', coverUrl: null })],
  ])('that is %s says that pictures are off, and stays', async (_, playlist) => {
    answers[COVER] = () => json(200, { coverUrl: null })
    openEditor(playlist)
    openTab('Appearance')
    if (!playlist) fill('Cover image', 'https://pictures.example/a.jpg')
    await screen.findByText(/^Pictures of other sites are off here/)
    expect(picture()).toBeNull()
    expect(field('Cover image').value).toBe('https://pictures.example/a.jpg')
  })

  test('is cleared when its address is refused [R-PLED-13]', async () => {
    answers[COVER] = () => declined(400, 'Enter an http or https address', 'validation_failed')
    openEditor()
    openTab('Appearance')
    fill('Cover image', 'https://pictures.example/none.jpg')
    await waitFor(() => expect(field('Cover image').value).toBe(''))
  })

  test('that the playlist has stays while its host is away, so that a save does not lose it', async () => {
    const coverImage = 'https://pictures.example/a.jpg'
    openEditor(playlistOf({ coverImage, coverUrl: '/api/image?url=a' }))
    openTab('Appearance')
    fireEvent.error(await screen.findByRole('img', { name: 'Preview of the cover' }))
    expect(screen.getByText('This picture does not load at the moment.')).toBeDefined()
    expect(field('Cover image').value).toBe(coverImage)
    await save()
    expect(bodies(update(STORED))).toMatchObject([{ coverImage }])
    expect(sent(COVER)).toEqual([])
    expect(sent(CREATE)).toEqual([])
  })
})
