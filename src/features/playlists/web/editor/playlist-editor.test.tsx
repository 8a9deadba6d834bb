// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { declined, delayed, json, lastToast } from '#tests/browser/fake-server.tsx'
import {
  answers,
  bodies,
  CREATE,
  card,
  field,
  fill,
  INVALIDATE,
  openEditor,
  openTab,
  playlistOf,
  press,
  requests,
  save,
  saved,
  selected,
  sent,
  update,
} from '#tests/browser/playlist-editor.tsx'
import { notifyListeners } from '#web/live/subscriptions.ts'

const STORED = playlistOf()
const UPDATE = update(STORED)

describe('the head', () => {
  test('has three tabs with their sections [R-PLED-01]', () => {
    openEditor()
    const headings = (tab: string) => {
      openTab(tab)
      const panel = screen.getByRole('tabpanel', { name: new RegExp(`^${tab}`) })
      return within(panel)
        .getAllByRole('heading', { level: 2 })
        .map(({ textContent }) => textContent)
    }
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Details', 'Games', 'Appearance'])
    expect(headings('Details')).toEqual(['Basic Information'])
    expect(headings('Games')).toEqual(['Add Games', 'Selected Games'])
    expect(headings('Appearance')).toEqual(['Visual Customization'])
  })

  test('is plain with a way back, or in the style of the hub, with the same form [R-PLED-02]', async () => {
    const { router } = openEditor(STORED)
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/admin/playlists')
    fill('Title', 'Snow days')
    press('Social hub')
    await waitFor(() => expect(router.state.location.search).toBe('?mode=hub'))
    expect(screen.queryByRole('link', { name: 'Back' })).toBeNull()
    expect(screen.getByRole('heading', { name: 'Curator' })).toBeDefined()
    expect(field('Title').value).toBe('Snow days')
    press('Plain')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Back' })).toBeDefined())
    expect(field('Title').value).toBe('Snow days')
  })

  test('opens in the style of the hub by its address [R-PLED-02]', () => {
    openEditor(STORED, '/admin/playlists/new?mode=hub')
    expect(screen.getByRole('button', { name: 'Social hub' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('has a toggle that flips its label, and a button that saves [R-PLED-03]', async () => {
    openEditor(STORED)
    press('Draft')
    expect(screen.getByRole('button', { name: 'Published' })).toBeDefined()
    press('Published')
    press('Draft')
    expect(sent(UPDATE)).toEqual([])
    await save()
    expect(bodies(UPDATE)).toMatchObject([{ isPublished: true }])
  })

  test.each([
    [false, 'Draft'],
    [true, 'Live'],
  ])('says of isPublished %s: %s [R-PLED-04]', (isPublished, label) => {
    openEditor(playlistOf({ isPublished }))
    expect(document.querySelector('.state-pill')?.textContent).toBe(label)
  })
})

describe('the fields', () => {
  test('of a new playlist have the documented defaults [R-PLED-16, R-PLED-17]', () => {
    openEditor()
    expect(field('Type').value).toBe('custom')
    expect(field('Background').value).toBe('#ffffff')
    expect(field('Text').value).toBe('#000000')
    expect(screen.getByRole('button', { name: 'Draft' })).toBeDefined()
  })

  test('have dates only for an event [R-PLED-12]', () => {
    openEditor()
    expect(screen.queryByLabelText('Start date')).toBeNull()
    fill('Type', 'event')
    fill('Start date', '2026-12-01')
    expect(field('End date').type).toBe('date')
    fill('Type', 'custom')
    expect(screen.queryByLabelText('Start date')).toBeNull()
    expect(screen.queryByLabelText('End date')).toBeNull()
    fill('Type', 'event')
    expect(field('Start date').value).toBe('2026-12-01')
  })

  test.each([
    ['My List!', 'my-list'],
    ['', 'untitled'],
    ['???', 'untitled'],
  ])('show the address of %j [R-PLED-14]', (title, slug) => {
    openEditor()
    fill('Title', title)
    expect(screen.getByText(slug, { selector: 'b' }).parentElement?.textContent).toBe(`/playlists/${slug}`)
  })

  test('show that a published playlist keeps its address, whatever its title (C08)', () => {
    openEditor(playlistOf({ isPublished: true }))
    fill('Title', 'Another name')
    expect(screen.getByText('rainy-days').parentElement?.textContent).toContain('stays, because it is published.')
  })

  test('hint when readers will not see the text in the chosen colour (G34)', () => {
    openEditor()
    expect(screen.getByText('This text reads well on this background.')).toBeDefined()
    fill('Text', '#eeeeee')
    expect(screen.getByText('Too little contrast. Readers see the text in black.')).toBeDefined()
  })
})

describe('a save', () => {
  test('sends the documented fields of a new playlist, with its tags split [R-PLED-15, R-PLED-19]', async () => {
    openEditor()
    fill('Title', 'Winter sale')
    fill('Description', 'Cheap for a week.')
    fill('Type', 'event')
    fill('Start date', '2026-12-01')
    fill('End date', '2026-12-08')
    fill('Tags', 'a, ,b ,')
    await save()
    expect(bodies(CREATE)).toEqual([
      {
        title: 'Winter sale',
        description: 'Cheap for a week.',
        type: 'event',
        coverImage: null,
        isPublished: false,
        startDate: '2026-12-01',
        endDate: '2026-12-08',
        gameIds: [],
        gameRefs: [],
        metadata: { backgroundColor: '#ffffff', textColor: '#000000', tags: ['a', 'b'] },
      },
    ])
  })

  test('sends the same of an existing playlist, with bare ids beside the prefixed ones (C09), its id and the version that it replaces [R-PLED-19, R-PLED-20]', async () => {
    openEditor(STORED)
    fill('Title', 'Snow days')
    await save()
    expect(bodies(UPDATE)).toEqual([
      {
        title: 'Snow days',
        description: 'For a long weekend.',
        type: 'collection',
        coverImage: null,
        isPublished: false,
        startDate: null,
        endDate: null,
        gameIds: ['1', '2', '3'],
        gameRefs: ['igdb_1', 'igdb_2', 'igdb_3'],
        metadata: { backgroundColor: '#17402f', textColor: '#e4f3e6', tags: ['cozy', 'short'] },
        id: STORED.id,
        updatedAt: STORED.updatedAt,
      },
    ])
  })

  test('writes, then invalidates the cache, then shows its toast [R-PLED-21, R-PLED-22, R-PLED-24]', async () => {
    const invalidating = delayed()
    answers[INVALIDATE] = invalidating.answer
    openEditor(STORED)
    await save()
    await waitFor(() => expect(bodies(INVALIDATE)).toEqual([{ type: 'playlists' }]))
    expect(requests.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual([
      `/api/playlists/${STORED.id}`,
      '/api/cache/invalidate',
    ])
    expect(lastToast()).toBeNull()
    await invalidating.give(json(200, { success: true }))
    await waitFor(() => expect(lastToast()?.title).toBe('Playlist updated successfully'))
  })

  test('succeeds although the cache could not be invalidated [R-PLED-22]', async () => {
    answers[INVALIDATE] = () => declined(500, 'Something broke')
    openEditor(STORED)
    await save()
    await waitFor(() => expect(lastToast()?.title).toBe('Playlist updated successfully'))
  })

  test('of a new playlist opens its own editor [R-PLED-23]', async () => {
    const { router } = openEditor(null, '/admin/playlists/new?mode=hub#details')
    fill('Title', 'Winter')
    await save()
    await waitFor(() => expect(lastToast()?.title).toBe('Playlist created successfully'))
    expect(router.state.location).toMatchObject({
      pathname: `/admin/playlists/${STORED.id}/edit`,
      search: '?mode=hub',
      hash: '#details',
    })
  })

  test('of a new playlist closes the form until that editor is there', async () => {
    openEditor()
    fill('Title', 'Winter')
    await save()
    await waitFor(() => expect(lastToast()?.title).toBe('Playlist created successfully'))
    const form = screen.getByRole('form', { name: 'Playlist editor', hidden: true })
    expect([form.inert, form.getAttribute('aria-busy')]).toEqual([true, 'true'])
    await act(async () => fireEvent.submit(form))
    expect(sent(CREATE)).toHaveLength(1)
  })

  test.each([
    ['nothing', ''],
    ['blanks', '   '],
  ])('needs a title: %s is none, and its field gets the focus in its tab [R-PLED-18]', async (_what, title) => {
    openEditor()
    openTab('Appearance')
    fill('Title', title)
    await save()
    expect(await screen.findByText('Please enter a playlist title')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(field('Title')))
    expect(screen.getByRole('tab', { name: /^Details/ }).getAttribute('aria-selected')).toBe('true')
    expect(sent(CREATE)).toEqual([])
  })

  test.each([
    ['End date', 'End date must be after start date'],
    ['Background', 'Enter a colour such as #1a2b3c'],
    ['Cover image', 'Enter an http or https address'],
    ['Tags', 'A tag must be 30 characters or less'],
  ])('marks a wrong field: %s', async (label, sentence) => {
    openEditor()
    fill('Title', 'Winter')
    fill('Type', 'event')
    fill('Start date', '2026-12-08')
    const wrong = { 'End date': '2026-12-01', Background: 'red', 'Cover image': 'ftp://x', Tags: 'a'.repeat(31) }[label]
    fill(label, wrong as string)
    await save()
    expect(await screen.findByText(sentence)).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(field(label)))
    expect(sent(CREATE)).toEqual([])
  })

  test('sends no second request while one runs', async () => {
    const writing = delayed()
    answers[UPDATE] = writing.answer
    openEditor(STORED)
    await save()
    await save()
    expect(sent(UPDATE)).toHaveLength(1)
    await writing.give(json(200, { playlist: STORED }))
  })

  test('preserves what was typed while the request ran', async () => {
    const writing = delayed()
    answers[UPDATE] = writing.answer
    openEditor(STORED)
    fill('Title', 'Snow')
    await save()
    fill('Title', 'Snow and ice')
    await writing.give(json(200, { playlist: playlistOf({ title: 'Snow', updatedAt: '2026-11-21T10:00:00.000Z' }) }))
    await waitFor(() => expect(lastToast()?.title).toBe('Playlist updated successfully'))
    expect(field('Title').value).toBe('Snow and ice')
    answers[UPDATE] = (request) => json(200, { playlist: saved(request, STORED) })
    await save()
    expect(bodies(UPDATE).at(-1)).toMatchObject({ title: 'Snow and ice', updatedAt: '2026-11-21T10:00:00.000Z' })
  })
})

describe('a save that fails', () => {
  test('as a new playlist says so, and the input stays [R-PLED-26]', async () => {
    answers[CREATE] = () => declined(500, 'Failed to associate games with playlist', 'association_failed')
    openEditor()
    fill('Title', 'Winter')
    await save()
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        title: 'Failed to create playlist',
        description: 'Failed to associate games with playlist',
        tone: 'danger',
      }),
    )
    expect(field('Title').value).toBe('Winter')
  })

  test('as an update says so, also to an admin who lost the role meanwhile [R-PLED-27]', async () => {
    answers[UPDATE] = () => declined(403, 'Unauthorized: Admin access required', 'forbidden')
    openEditor(STORED)
    fill('Title', 'Snow days')
    await save()
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        title: 'Failed to update playlist',
        description: 'Unauthorized: Admin access required',
      }),
    )
    expect(field('Title').value).toBe('Snow days')
  })

  test('shows the server’s sentences at their fields and opens the tab of the first', async () => {
    answers[UPDATE] = () =>
      declined(400, 'Use at most 20 tags', 'validation_failed', {
        details: { 'metadata.tags': 'Use at most 20 tags', coverImage: 'Enter an http or https address' },
      })
    openEditor(STORED, '/admin/playlists/new#appearance')
    await save()
    expect(await screen.findByText('Use at most 20 tags')).toBeDefined()
    expect(screen.getByText('Enter an http or https address')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(field('Tags')))
  })

  test('marks the games that no source knows', async () => {
    answers[UPDATE] = () =>
      declined(409, 'Foreign key constraint violation: igdb_2', '23503', { details: { gameIds: ['igdb_2'] } })
    openEditor(STORED)
    await save()
    expect(await screen.findByText('Foreign key constraint violation: igdb_2')).toBeDefined()
    const row = screen.getByText('Tunic', { selector: 'b' }).closest('li') as HTMLElement
    expect(within(row).getByText('No source knows this game. Remove it to save.')).toBeDefined()
    expect(screen.getByRole('tab', { name: /^Games/ }).getAttribute('aria-selected')).toBe('true')
  })

  test('because the playlist was deleted offers to save it as a new one', async () => {
    answers[UPDATE] = () => declined(404, 'Playlist not found', 'playlist_not_found')
    openEditor(STORED)
    fill('Title', 'Snow days')
    await save()
    await screen.findByText('Somebody has deleted this playlist. What you typed is still here.')
    await act(async () => press('Save as a new playlist'))
    expect(bodies(CREATE)).toMatchObject([{ title: 'Snow days', gameRefs: ['igdb_1', 'igdb_2', 'igdb_3'] }])
  })
})

describe('a version that somebody else saved meanwhile', () => {
  const THEIRS = playlistOf({
    title: 'Storm days',
    games: [card(1, 'Hades'), card(9, 'Braid')],
    updatedAt: '2026-11-20T11:00:00.000Z',
  })
  async function collide() {
    answers[UPDATE] = () => declined(409, 'This item was changed by someone else', 'changed_by_somebody')
    answers[`GET /api/playlists/${STORED.id}`] = () => json(200, { playlist: THEIRS })
    openEditor(STORED)
    fill('Title', 'Snow days')
    await save()
    return within(await screen.findByRole('alert', { name: 'Another version' }))
  }

  test('leaves what was typed, and names the differences (G59)', async () => {
    const notice = await collide()
    expect(notice.getByText('This item was changed by someone else')).toBeDefined()
    expect(notice.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Title (you changed it, too)',
      'Games',
    ])
    expect(notice.getByText('Hades, Braid')).toBeDefined()
    expect(field('Title').value).toBe('Snow days')
    expect(selected()).toEqual(['Hades', 'Tunic', 'Celeste'])
  })

  test('is shown at once to who has changed something, and loaded for who has not [R-PLDATA-11]', async () => {
    let stored = THEIRS
    answers[`GET /api/playlists/${STORED.id}`] = () => json(200, { playlist: stored })
    openEditor(STORED)
    const somebodySaves = () =>
      act(async () =>
        notifyListeners(`playlists:${STORED.id}`, { table: 'playlists', action: 'UPDATE', id: STORED.id }),
      )
    await somebodySaves()
    await waitFor(() => expect(field('Title').value).toBe('Storm days'))
    expect(lastToast()?.title).toBe('This item was changed by someone else')
    fill('Title', 'Snow days')
    stored = { ...THEIRS, title: 'Hail days', updatedAt: '2026-11-20T12:00:00.000Z' }
    await somebodySaves()
    const notice = within(await screen.findByRole('alert', { name: 'Another version' }))
    expect(notice.getByText('Hail days')).toBeDefined()
    expect(field('Title').value).toBe('Snow days')
  })

  test('can be looked at (G59)', async () => {
    const notice = await collide()
    fireEvent.click(notice.getByRole('button', { name: 'Look at the other version' }))
    const dialog = await screen.findByRole('dialog', { name: 'The other version' })
    expect(dialog.textContent).toContain('Storm days')
  })

  test('can be loaded (G59)', async () => {
    const notice = await collide()
    fireEvent.click(notice.getByRole('button', { name: 'Use the other version' }))
    await waitFor(() => expect(field('Title').value).toBe('Storm days'))
    expect(selected()).toEqual(['Hades', 'Braid'])
    expect(screen.queryByRole('alert', { name: 'Another version' })).toBeNull()
  })

  test('can be saved over (G59)', async () => {
    const notice = await collide()
    answers[UPDATE] = (request) => json(200, { playlist: saved(request, THEIRS) })
    await act(async () => fireEvent.click(notice.getByRole('button', { name: 'Save mine' })))
    await waitFor(() => expect(lastToast()?.title).toBe('Playlist updated successfully'))
    expect(bodies(UPDATE).at(-1)).toMatchObject({ title: 'Snow days', updatedAt: THEIRS.updatedAt })
    expect(screen.queryByRole('alert', { name: 'Another version' })).toBeNull()
  })
})
