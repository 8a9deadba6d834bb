// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dismissToast, toastStore } from '../ui/toasts.ts'
import { DraftNotices } from './draft-notices.tsx'
import { readDraft, storeDraft } from './drafts.ts'
import { useEditedItem, type VersionedDraft } from './use-versioned-draft.ts'

interface Post {
  title: string
  text: string
  at: string
}
type Fields = Pick<Post, 'title' | 'text'>
const postAt = (hour: number, more: Partial<Post> = {}): Post => ({
  ...{ title: 'Atlas', text: 'Text' },
  ...more,
  at: `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`,
})

const onSaveOver = vi.fn<(version: string) => void>()
const onSaveAsNew = vi.fn<() => void>()
let editing: VersionedDraft<Post, Fields>
function Form({ name = 'post', item }: { name?: string | null; item: Post | null }) {
  const edited = useEditedItem<Post, Fields>({
    name,
    item,
    fieldsOf: (post) => ({ title: post?.title ?? '', text: post?.text ?? '' }),
    versionOf: ({ at }) => at,
  })
  editing = edited
  return (
    <>
      <DraftNotices
        editing={edited}
        rowsOf={({ title, text }) => ({ Title: title, Text: text })}
        isBusy={false}
        onSaveOver={onSaveOver}
        onSaveAsNew={onSaveAsNew}
        thing="post"
      />
      <input
        aria-label="Title"
        value={edited.fields.title}
        onChange={(event) => edited.set({ title: event.target.value })}
      />
      <input
        aria-label="Text"
        value={edited.fields.text}
        onChange={(event) => edited.set({ text: event.target.value })}
      />
    </>
  )
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const otherVersion = () => screen.queryByRole('alert', { name: 'Another version' })
const terms = () => screen.getAllByRole('term').map(({ textContent }) => textContent)
const RESTORED = 'This is what you had typed.'

/** Closes the form, and opens it again with what the server has then. */
function reopen(item: Post | null): void {
  cleanup()
  render(<Form item={item} />)
}

beforeEach(() => {
  sessionStorage.clear()
  vi.clearAllMocks()
})
afterEach(() => {
  cleanup()
  dismissToast()
})

describe('a stored draft', () => {
  test('fills the form again, which says so until the person starts over', () => {
    render(<Form item={null} />)
    type('Title', 'Half a thought')
    reopen(null)
    expect(field('Title').value).toBe('Half a thought')
    expect(screen.getByText(RESTORED)).toBeTruthy()
    press('Start over')
    expect(field('Title').value).toBe('')
    expect(screen.queryByText(RESTORED)).toBeNull()
    expect(readDraft('post')).toBeNull()
  })

  test('keeps the version with which it began', () => {
    render(<Form item={postAt(9)} />)
    type('Title', 'Mine')
    reopen(postAt(9))
    expect(editing.version).toBe(postAt(9).at)
    press('Show the saved version')
    expect(field('Title').value).toBe('Atlas')
  })

  test('that says the same as the item is not restored', () => {
    storeDraft('post', { fields: { title: 'Atlas', text: 'Text' }, version: postAt(8).at })
    render(<Form item={postAt(9)} />)
    expect(screen.queryByText(RESTORED)).toBeNull()
    expect(otherVersion()).toBeNull()
    expect(editing.version).toBe(postAt(9).at)
  })

  test('of an older version of the app gets the fields that it lacks from the item', () => {
    storeDraft('post', { fields: { title: 'Mine' } })
    render(<Form item={postAt(9)} />)
    expect(field('Title').value).toBe('Mine')
    expect(field('Text').value).toBe('Text')
  })

  test('of an earlier version meets the current one at once, without taking the focus', () => {
    render(<Form item={postAt(9)} />)
    type('Title', 'Mine')
    reopen(postAt(10, { text: 'Theirs' }))
    expect(otherVersion()).not.toBeNull()
    // What the draft began with is not known any more, so the typed words are compared.
    expect(terms()).toEqual(['Title', 'Text'])
    expect(document.activeElement).toBe(document.body)
    press('Save mine')
    expect(onSaveOver).toHaveBeenCalledWith(postAt(10).at)
  })

  test('without a name is not stored', () => {
    render(<Form name={null} item={null} />)
    type('Title', 'Mine')
    cleanup()
    expect(sessionStorage.length).toBe(0)
  })
})

describe('after a refused save the form', () => {
  beforeEach(() => {
    render(<Form item={postAt(9)} />)
    type('Title', 'Mine')
    act(() => editing.showOther(postAt(10, { title: 'Their atlas', text: 'Theirs' }), true))
  })

  test('shows what the other version says in other words, with its time, and preserves what was typed', () => {
    expect(terms()).toEqual(['Title (you changed it, too)', 'Text'])
    expect(otherVersion()?.textContent).toContain('This item was changed by someone else')
    expect(otherVersion()?.textContent).toContain('10:00 UTC. What you typed is still here.')
    expect(screen.getByText('Their atlas')).toBeTruthy()
    expect(field('Title').value).toBe('Mine')
    expect(editing.version).toBe(postAt(9).at)
    expect(document.activeElement).toBe(otherVersion())
  })

  test('can be saved over the other version', () => {
    press('Save mine')
    expect(onSaveOver).toHaveBeenCalledWith(postAt(10).at)
    const sent = editing.fields
    act(() => editing.accept(postAt(11, { title: 'Mine' }), sent))
    expect(otherVersion()).toBeNull()
    expect(editing.isChanged).toBe(false)
    expect(editing.version).toBe(postAt(11).at)
  })

  test('can take the other version, and Undo brings back what was typed as a change of it', () => {
    press('Use the other version')
    expect(field('Title').value).toBe('Their atlas')
    expect(otherVersion()).toBeNull()
    expect(readDraft('post')).toBeNull()
    act(() => toastStore.get()?.undo?.())
    expect(field('Title').value).toBe('Mine')
    expect(editing.version).toBe(postAt(10).at)
  })
})

describe('after a save', () => {
  test('what was typed during the request stays, as a change of the new version', () => {
    render(<Form item={postAt(9)} />)
    type('Title', 'Mine')
    const sent = editing.fields
    type('Text', 'Text and more')
    act(() => editing.accept(postAt(10, { title: 'Mine, trimmed' }), sent))
    expect(field('Title').value).toBe('Mine, trimmed')
    expect(field('Text').value).toBe('Text and more')
    cleanup()
    expect(readDraft('post')).toEqual({
      fields: { title: 'Mine, trimmed', text: 'Text and more' },
      version: postAt(10).at,
    })
  })

  test('of a new item what was typed during the request becomes a draft of that item', () => {
    render(<Form item={null} />)
    type('Title', 'Mine')
    const sent = editing.fields
    type('Text', 'More')
    act(() => editing.accept(postAt(10, { title: 'Mine', text: '' }), sent, 'post 1'))
    cleanup()
    expect(readDraft('post')).toBeNull()
    expect(readDraft('post 1')).toEqual({ fields: { title: 'Mine', text: 'More' }, version: postAt(10).at })
  })

  test('nothing stays on the device', () => {
    render(<Form item={postAt(9)} />)
    type('Title', 'Mine')
    act(() => editing.accept(postAt(10, { title: 'Mine' }), editing.fields))
    cleanup()
    expect(readDraft('post')).toBeNull()
  })
})

test('an item that somebody has deleted can be saved as a new one', () => {
  render(<Form item={postAt(9)} />)
  type('Title', 'Mine')
  act(() => editing.showDeletion())
  expect(screen.getByText('Somebody has deleted this post. What you typed is still here.')).toBeTruthy()
  press('Save as a new post')
  expect(onSaveAsNew).toHaveBeenCalledOnce()
  expect(field('Title').value).toBe('Mine')
})

test('another version that the form learns of while somebody types does not take the focus', () => {
  render(<Form item={postAt(9)} />)
  field('Text').focus()
  type('Text', 'Mine')
  act(() => editing.showOther(postAt(10), false))
  expect(otherVersion()).not.toBeNull()
  expect(document.activeElement).toBe(field('Text'))
})
